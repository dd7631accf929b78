/* The 15 scenarios of a published measurement of pipes and threads (SAS Global Forum 2007, paper 196).

   A DATA step adds to each claim what the patient paid and the quarter, and PROC TABULATE counts claims by quarter,
   region and sex. They run one after the other with a data set on disk between them, or at once in sessions of their
   own with a pipe between them; PROC TABULATE may use several CPUs, or the claims are divided by hand among several
   sessions that tabulate. All scenarios give the same table, and the log tells their seconds.

   claims.sas makes the claims. Parameters, each set by --let NAME=VALUE:

     scenario  one or several of 1 to 15 with blanks between them, or ALL, or OWN            (2)
     size      observations, as claims.sas was told                                          (10000000)
     folder    where the claims lie, and for a while Q0 to Q7 and COUNTS0 to COUNTS7         (.)
     work      folder within which sessions have WORK; no blanks in it                       (as in this session)
     port      the first port of the pipes; the eighth of 8 ways has 7 more                  (7000)
     host      before the port of a pipe: none takes the fastest way that there is on this
               machine, LOCALHOST takes TCP                                                  ()
     grid      YES: sessions run on the hosts that the user has named (feedrate run -o hosts=...), and pipes
               lead to the host of the session that computes; folder is then a path that all have  (NO)
     more      what else sessions are started with, such as -sgio -bufno 16                  ()

   and for OWN:

     cpus      CPUs of a session that tabulates                                              (2)
     piped     YES or NO                                                                     (YES)
     ways      1, 2, 4 or 8 sessions that tabulate                                           (1)                     */

%macro default(name, value);
  %if not %symexist(&name) %then %do;
    %global &name;
    %let &name = &value;
  %end;
%mend default;

%default(scenario, 2)
%default(size, 10000000)
%default(folder, .)
%default(work, )
%default(port, 7000)
%default(host, )
%default(grid, NO)
%default(more, )
%default(cpus, 2)
%default(piped, YES)
%default(ways, 1)

options comamid=tcp;
%macro join_the_grid;
  %local rc;
  %if %upcase(&grid) = YES %then %do;
    %let rc = %sysfunc(grdsvc_enable(_all_, server=SASApp));
    %if &rc ne 0 %then %put ERROR: There is no grid: name hosts with -o hosts=..., or leave out grid=YES.;
  %end;
%mend join_the_grid;
%join_the_grid
libname savedata "&folder";

/* What a scenario is. Of the first, v8, only two traits are imitated: it had no threads, and 2G of memory. */
%macro define(number);
  %let name = scenario &number;
  %let options = -threads;
  %let disk_or_pipe = no pipes;
  %if &number = OWN %then %do;
    %let name = own;
    %let piped = %upcase(&piped);
  %end;
  %else %do;
    %let piped = NO;
    %let ways = 1;
    %let cpus = 8;
    %if &number = 1 %then %let cpus = 1;
    %else %if &number <= 5 %then %let cpus = %eval(2 ** (&number - 2));
    %else %if &number <= 9 %then %let cpus = %eval(2 ** (&number - 6));
    %else %if &number <= 12 %then %let ways = %eval(2 ** (&number - 9));
    %else %let ways = %eval(2 ** (&number - 12));
    %if (&number >= 6 and &number <= 9) or &number >= 13 %then %let piped = YES;
  %end;
  %if &piped = YES %then %let disk_or_pipe = piped;
  %if &number = 1 %then %do;
    %let name = v8 (emulation: NOTHREADS, MEMSIZE=2G);
    %let options = -nothreads -memsize 2G;
  %end;
  %else %if &ways > 1 %then %let name = v9 &ways-way manual parallel &disk_or_pipe;
  %else %let name = v9 &cpus cpu &disk_or_pipe;
%mend define;

/* The moment, in the macro variable that is named. */
%macro clock(moment);
  data _null_;
    t=datetime();
    call symput("&moment", put(t, 20.6));
  run;
%mend clock;

/* The data set for a part: on disk, or on its pipe. */
%macro part(k, way);
  %if &piped = YES %then &way.lib&k..q&k;
  %else savedata.q&k;
%mend part;

%macro parts(way);
  %local k;
  %do k = 0 %to &last; %part(&k, &way) %end;
%mend parts;

/* Which claims belong to a part: those of a sex, of a quarter, or of a quarter of a sex. */
%macro belongs(k);
  %if &ways = 2 or &ways = 8 %then %do;
    %if &k < &ways / 2 %then mem_sex ne 'M';
    %else mem_sex='M';
  %end;
  %if &ways = 8 %then and;
  %if &ways >= 4 %then qtr(from_dt)=%eval(1 + %sysfunc(mod(&k, 4)));
%mend belongs;

/* The DATA step of the paper, which makes the data sets that are named. */
%macro compute(made);
  %local k;
  data &made;
    set savedata.simclaims&size;
    rec_id+1;
    out_of_pocket_costs=charge-paid;
    quarter=compress(put(from_dt,qtrr.))||' Q';
    %if &ways > 1 %then %do k = 0 %to &last;
      %if &k < &last %then if %belongs(&k) then output %part(&k, out);
      %else output %part(&k, out);
      ;
      %if &k < &last %then else;
    %end;
  run;
%mend compute;

/* The table of the paper. Its counts also go to a data set, so that those of several parts can be put together. */
%macro tabulate(data, counts);
  proc tabulate data=&data out=savedata.&counts;
    class mem_sex region quarter;
    table quarter*region,mem_sex all;
  run;
%mend tabulate;

/* Scenarios 1 to 5: one session, and a data set of WORK between the steps. */
%macro one_session;
  signon task0 sascmd="!sascmd -cpucount &cpus &options &common";
  %clock(start)
  rsubmit process=task0 wait=yes;
    libname savedata "&folder";
    %compute(testdata)
    %tabulate(testdata, counts0)
  endrsubmit;
%mend one_session;

/* Scenarios 6 to 15: a session that computes, and one for each part that tabulates. On disk the parts must be
   complete before they are read; through pipes they are read as they are made. */
%macro several_sessions;
  %local k to;
  signon datatask sascmd="!sascmd -cpucount 1 &common";
  %let to = &host;
  %if %upcase(&grid) = YES %then %let to = %sysfunc(grdsvc_getname(datatask));
  %do k = 0 %to &last;
    signon task&k sascmd="!sascmd -cpucount &cpus &options &common";
  %end;
  %clock(start)

  rsubmit process=datatask wait=no;
    libname savedata "&folder";
    %if &piped = YES %then %do k = 0 %to &last;
      libname outlib&k sasesock "&to:%eval(&port + &k)";
    %end;
    %compute(%parts(out))
  endrsubmit;
  %if &piped = NO %then %do;
    waitfor datatask;
  %end;

  %do k = 0 %to &last;
    rsubmit process=task&k wait=no;
      libname savedata "&folder";
      %if &piped = YES %then %do;
        libname inlib&k sasesock "&to:%eval(&port + &k)";
      %end;
      %tabulate(%part(&k, in), counts&k)
    endrsubmit;
  %end;
  waitfor _all_ datatask %do k = 0 %to &last; task&k %end;;
%mend several_sessions;

/* The counts of all parts as one table, which must have all claims. */
%macro put_together(number);
  %local k claims counted;
  %let claims = 0;
  %let counted = 0;
  data counts;
    set %do k = 0 %to &last; savedata.counts&k(where=(_type_='111')) %end;;
  run;
  data _null_;
    if 0 then set savedata.simclaims&size nobs=claims;
    call symput('claims', put(claims, 20.));
    stop;
  run;
  data _null_;
    set counts end=last;
    counted+n;
    if last then call symput('counted', put(counted, 20.));
  run;
  %if &counted ne &claims %then
    %put ERROR: Scenario &number counted %left(&counted) of %left(&claims) claims.;

  title "Scenario &number: &name";
  proc tabulate data=counts format=12.;
    class mem_sex region quarter;
    freq n;
    table quarter*region,mem_sex all;
  run;
  title;
%mend put_together;

/* Whether the folder holds what is called as a part or as its counts: of a run that was killed, or the user's own. */
%macro are_there;
  %local k found;
  %let found = 0;
  %do k = 0 %to &last;
    %if %sysfunc(exist(savedata.q&k)) or %sysfunc(exist(savedata.counts&k)) %then %let found = 1;
  %end;
  &found
%mend are_there;

/* Removes the parts and their counts. */
%macro tidy;
  %local k;
  proc datasets library=savedata nolist nowarn;
    delete %do k = 0 %to &last; counts&k %if &ways > 1 and &piped = NO %then q&k; %end;;
  quit;
%mend tidy;

/* A scenario from its beginning to its end. */
%macro run_scenario(number);
  %local name options disk_or_pipe common last signed_on_at start finish;
  %define(&number)
  %let last = %eval(&ways - 1);
  %let common = &more;
  %if %length(&work) %then %let common = -work &work &more;
  %if %are_there %then %do;
    %put ERROR: &folder has data sets Q0, COUNTS0 and so on, which this program makes and removes. Remove or rename them.;
    %return;
  %end;
  %clock(signed_on_at)
  %if &ways = 1 and &piped = NO %then %one_session;
  %else %several_sessions;
  %clock(finish)
  signoff _all_;
  %put_together(&number)
  %tidy
  data this;
    length scenario $ 3 name $ 48;
    scenario = "&number";
    name = "&name";
    claims = &size;
    seconds = round(input("&finish", 20.) - input("&start", 20.), 0.01);
    signon = round(input("&start", 20.) - input("&signed_on_at", 20.), 0.01);
    put 'NOTE: Scenario ' scenario name +(-1) ': ' claims 'claims in ' seconds 'seconds, and ' signon
        'seconds to start the sessions.';
  run;
  proc append base=times data=this;
  run;
%mend run_scenario;

%macro run_scenarios;
  %local i;
  %if not %sysfunc(exist(savedata.simclaims&size)) %then %do;
    %put ERROR: There is no SIMCLAIMS&size in &folder.. Make it: feedrate run claims.sas --let size=&size --let folder=&folder;
    %return;
  %end;
  %let scenario = %upcase(&scenario);
  %if &scenario = ALL %then %let scenario = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15;
  %do i = 1 %to %sysfunc(countw(&scenario));
    %run_scenario(%scan(&scenario, &i))
  %end;
  %if %sysfunc(exist(work.times)) %then %do;
    title 'Seconds of the scenarios';
    proc print data=times noobs;
      format seconds signon 10.2;
    run;
  %end;
%mend run_scenarios;
%run_scenarios
