/* Options of the language: obeyed, taken without effect, refused. */
options nosyntaxcheck;
options ps=60 ls=80 nodate nonumber pageno=1 formdlim='-' orientation=landscape validvarname=v7
  compress=yes msglevel=i fmtsearch=(work lib) noxwait noxsync sortequals extendobscounter=no
  locale=en_us datestyle=dmy encoding='utf-8' varinitchk=note mprintnest;
options pagesize=50 compress=char;
options pagesise=50;
options invaliddata='X' orientation=round;
%put %sysfunc(getoption(ps)) %sysfunc(getoption(fmtsearch)) %sysfunc(getoption(date)) %sysfunc(getoption(xwait));
%put %sysfunc(getoption(ls, keyword)) %sysfunc(getoption(mergenoby)) [%sysfunc(getoption(nonesuch))]; %put %sysfunc(getoption(ls, defaultvalue, keyexpand)) [%sysfunc(getoption(ls, howset))];
proc options option=pagesize; run;
proc options option=(mergenoby compress); run;

options dlcreatedir;
libname made "&sysparm/made" compress=binary;
data made.a(compress=yes reuse=yes) b; x = 1; length t $8; run;
options nodlcreatedir;
libname other "&sysparm/other";

/* MERGE without BY, lengths that differ, variables that are not there. */
data short; length t $2; x = 2; run;
data c; merge short b; run;
options mergenoby=warn varlenchk=nowarn;
data c; merge short b; run;
options mergenoby=error varlenchk=error dkricond=warn dkrocond=error;
data c; merge short b; run;
data d(drop=nothing); set b(drop=none); run;
options dkricond=nowarn dkrocond=nowarn;
data d(drop=nothing); set b(drop=none); run;

/* Macro options. */
options minoperator mindelimiter=',';
%macro among(x); %if &x in a,b %then %put yes; %else %put no; %mend;
%among(b) %among(c)
options nomerror noserror;
%put &nonesuch %nonesuch;

/* Autocall. */
data _null_;
  file "&sysparm/hello.sas";
  put '/* it''s a macro */' / '* don''t run me;' / '%macro hello(to);' / '  %put hello &to;' / '  %other;' / '%mend hello;';
run;
data _null_;
  file "&sysparm/made/other.sas";
  put '%macro other; %put from other; %mend;' / 'data nowhere.x; run;';
run;
data _null_;
  file "&sysparm/made/empty.sas";
  put ' ';
run;
options merror mautolocdisplay;
%hello(nobody);
filename mac "&sysparm/made";
options sasautos=(mac "&sysparm" sasautos);
%put "%hello(you)";
%empty; %empty;
options nomautosource;
%macro other; %put mine; %mend;
%other
options errorabend;
data nowhere.x; run;
%put not reached;
