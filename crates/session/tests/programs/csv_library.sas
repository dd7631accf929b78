/* A library of CSV files, for every kind of step. */
%let folder = &sysparm;
libname c csv "&folder";

data c.x;
  length name $ 12;
  format d yymmdd10. t datetime20. c time8.;
  label amount = 'How much';
  do i = 1 to 5;
    name = cats('name, ', i);
    d = 22000 + i;
    t = 1.9e9 + i / 2;
    c = 3600 * i;
    amount = i / 3;
    if i = 3 then amount = .a;
    if i = 4 then name = '';
    output;
  end;
run;

data _null_;
  infile "&folder/x.csv";
  input;
  put _infile_;
run;

proc print data=c.x; run;
proc contents data=c.x; run;
proc sort data=c.x out=c.sorted; by descending i; run;

data both;
  merge c.x (keep=i name) c.sorted (keep=i amount firstobs=3);
run;

proc print data=both; run;

proc means data=c.sorted; var amount i; run;
proc copy in=c out=work; select sorted; run;
proc datasets lib=c nolist; delete sorted; change x=y; run; quit;
proc contents data=c._all_ short; run;

/* Rows are not added in place: the file is written anew. */
proc append base=c.y data=both force; run;
proc print data=c.y; run;
