/* A model as a data miner builds it: a training set that is read again and again.

   After the set is made it is read at least eight times: by MEANS, UNIVARIATE, FREQ, CORR, REG and a DATA step once,
   and by LOGISTIC once for each iteration. Every data set is in WORK, so that any number of these can run at once.
   Parameters, each set by --let NAME=VALUE:

     mb    megabytes of the training set        (5 % of the machine's memory)
     seed  of the random numbers                (1)                                                               */

%macro default(name, value);
  %if not %symexist(&name) %then %do;
    %global &name;
    %let &name = &value;
  %end;
%mend default;

/* MB, unless it is given: a share of the machine's memory. */
%macro default_mb(share);
  %if not %symexist(mb) %then %do;
    %global mb;
    %let mb = 1000;
    %if %sysfunc(fileexist(/proc/meminfo)) %then %do;
      data _null_;
        length name $ 20;
        infile '/proc/meminfo';
        input name $ kilobytes;
        if name = 'MemTotal:' then call symputx('mb', max(1, floor(kilobytes * 1.024e-3 * &share)));
      run;
    %end;
  %end;
%mend default_mb;

%default_mb(0.05)
%default(seed, 1)

/* An observation has 192 bytes. */
%let rows = %sysfunc(ceil(&mb * 1000000 / 192));

data training (drop=i j);
  length id 8 segment $ 8 bought spent 8;
  array x{20} x1-x20;
  call streaminit(&seed);
  do id = 1 to &rows;
    do j = 1 to 20;
      x{j} = rand('normal');
    end;
    segment = cats('G', ceil(6 * rand('uniform')));
    i = -1 + 0.8 * x1 - 0.5 * x2 + 0.3 * x3;
    bought = rand('uniform') < 1 / (1 + exp(-i));
    spent = 50 + 10 * x1 + 5 * x4 - 3 * x5 + rand('normal', 0, 4);
    output;
  end;
run;

proc means data=training n nmiss mean std min max;
  var x1-x20 spent;
run;

proc univariate data=training;
  var spent;
run;

proc freq data=training;
  tables segment * bought / chisq;
run;

proc corr data=training;
  var x1-x5;
  with spent bought;
run;

proc reg data=training;
  model spent = x1-x10;
run;
quit;

proc logistic data=training;
  class segment;
  model bought (event='1') = x1-x6 segment;
  output out=scored predicted=chance;
run;

data lift;
  set scored (keep=id bought chance) end=last;
  hits + (chance > 0.5 and bought = 1);
  calls + (chance > 0.5);
  if chance > 0.5 then output;
  if last then put 'Model: ' calls= hits=;
run;

proc means data=lift n mean;
  class bought;
  var chance;
run;
