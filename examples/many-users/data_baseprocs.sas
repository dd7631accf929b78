/* A report as analysts write it: a DATA step, sorts, a merge, and the base procedures on the result.

   Every data set is in WORK, so that any number of these can run at once. Parameters, each set by --let NAME=VALUE:

     mb    megabytes of the main data set       (5 % of the machine's memory)
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

/* An observation has 96 bytes. */
%let rows = %sysfunc(ceil(&mb * 1000000 / 96));
%let customers = %sysfunc(ceil(&rows / 20));

data sales (drop=i);
  length sale customer 8 day 8 amount price weight 8 store $ 8 product $ 12 clerk $ 12 remark $ 16;
  format day date9.;
  call streaminit(&seed);
  do i = 1 to &rows;
    sale = i;
    customer = ceil(&customers * rand('uniform'));
    day = '01JAN2026'd + floor(365 * rand('uniform'));
    amount = ceil(10 * rand('uniform'));
    price = round(exp(rand('normal', 3, 1)), 0.01);
    weight = rand('normal', 5, 1);
    store = cats('S', ceil(40 * rand('uniform')));
    product = cats('P', ceil(800 * rand('uniform')));
    clerk = cats('C', mod(i, 300));
    remark = 'none';
    output;
  end;
run;

data customers;
  length customer 8 segment $ 8 age 8;
  call streaminit(&seed + 1);
  do customer = 1 to &customers;
    segment = cats('G', ceil(5 * rand('uniform')));
    age = 18 + floor(60 * rand('uniform'));
    output;
  end;
run;

proc sort data=sales out=by_customer;
  by customer day;
run;

data known (drop=remark);
  merge by_customer (in=bought) customers;
  by customer;
  if bought;
  worth = amount * price;
  retain so_far;
  if first.customer then so_far = 0;
  so_far = so_far + worth;
run;

proc summary data=known;
  by customer;
  var worth;
  output out=of_customers sum=worth n=sales;
run;

proc means data=known n mean std min p50 max;
  class segment;
  var worth age weight;
run;

proc freq data=known;
  tables segment * store / norow nocol nopercent;
  tables day / noprint out=days;
run;

proc tabulate data=known;
  class segment store;
  var worth;
  table store, segment * worth * (sum mean);
run;

proc rank data=of_customers out=ranked groups=10 descending;
  var worth;
  ranks decile;
run;

proc means data=ranked n sum mean;
  class decile;
  var worth;
run;

proc sort data=known out=best (keep=sale customer worth store);
  by descending worth;
run;

proc print data=best (obs=10);
run;
