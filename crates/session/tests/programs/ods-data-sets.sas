* ODS OUTPUT: tables of the next step as data sets, with BY variables and the options of a data set;
data class;
  input name $ sex $ age height weight;
  label height='Height in inches';
  format weight 8.1;
  datalines;
Alfred M 14 69.0 112.5
Alice F 13 56.5 84.0
Barbara F 13 65.3 98.0
Carol F 14 62.8 102.5
Henry M 14 63.5 .
James M 12 57.3 83.0
;
run;

ods trace on;
ods output Summary=stats(keep=sex NObs VName_height height_Mean);
proc means data=class n mean;
  class sex;
  var height weight;
run;
ods trace off;
proc print data=stats; run;

ods output OneWayFreqs=ways CrossTabFreqs=cells(where=(_type_ ne '00')) ChiSq=tests;
proc freq data=class;
  tables sex age;
  tables sex*age / chisq nopercent nocol;
run;
proc print data=ways; run;
proc print data=cells; run;
proc print data=tests; run;
proc contents data=cells varnum; run;

proc sort data=class out=sorted; by sex; run;
ods output PearsonCorr=pairs SimpleStats=simple;
proc corr data=sorted;
  by sex;
  var height weight;
run;
proc print data=pairs; run;
proc print data=simple; run;

ods output Table=cells;
proc tabulate data=class;
  class sex age;
  var weight;
  table sex all, age*(n weight*mean);
run;
proc print data=cells; run;

ods output Variables=about Attributes=what;
proc contents data=sorted; run;
proc print data=about; run;
proc print data=what; var Label1 cValue1 nValue1; where Label1 = 'Engine'; run;

ods output Print=rows(drop=obs);
proc print data=sorted; by sex; var name weight; sum weight; run;
proc print data=rows; run;

* What the step does not give is told, and asked for once alone;
ods output ParameterEstimates=none Summary=again;
proc means data=class mean; var age; run;
proc means data=class mean; var age; run;
proc print data=again; run;

* With NOPRINT there are no tables;
ods output Summary=nothing;
proc means data=class noprint; output out=sums sum=; run;

* What takes too much is an error, and data sets that are not there stay so;
options memsize=64k nosyntaxcheck;
data many; do i = 1 to 10000; output; end; run;
ods output Print=many_printed;
ods listing close;
proc print data=many; run;
ods listing;
proc print data=many_printed; run;
