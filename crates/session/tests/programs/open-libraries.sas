/* Libraries of Parquet and Arrow files, for every kind of step. */
%let folder = &sysparm;
libname p parquet "&folder";
libname a arrow "&folder";

data p.x a.x (label='in batches');
  length name $ 12 short 4;
  format d yymmdd10. t datetime20. c time8. amount dollar10.2;
  label amount = 'How much';
  do i = 1 to 5;
    name = cats('name', i);
    short = i;
    d = 22000 + i;
    t = 1.9e9 + i / 2;
    c = 3600 * i;
    amount = i / 3;
    if i = 3 then amount = .a;
    if i = 4 then name = '';
    output;
  end;
run;

proc print data=p.x label; run;
proc print data=a.x (where=(i > 2)); run;
proc contents data=p.x; run;
proc contents data=a.x varnum; run;
proc sort data=p.x out=a.sorted; by descending i; run;
proc means data=a.sorted; class short; var amount; run;

/* One file in place of another. */
data p.x;
  set p.x (firstobs=2 obs=3) a.sorted (in=second);
  from = second;
run;

proc print data=p.x; var i from; run;
proc copy in=p out=work; run;
proc datasets lib=a nolist; delete sorted; run; quit;

/* Times that a column of times cannot hold. */
data p.y;
  format c time8.;
  c = 90000;
run;
