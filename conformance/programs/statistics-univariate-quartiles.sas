/* source: MEANS of last data set with function keys, sashelp.class (rogerjdeangelis on GitHub, SAS-L) */
data kids;
  input HEIGHT WEIGHT @@;
  datalines;
69.0 112.5 56.5 84.0 65.3 98.0 62.8 102.5 63.5 102.5 57.3 83.0 59.8 84.5
62.5 112.5 62.5 84.0 59.0 99.5 51.3 50.5 64.3 90.0 56.3 77.0 66.5 112.0
72.0 150.0 64.8 128.0 67.0 133.0 57.5 85.0 66.5 112.0
;
run;
proc univariate data=kids noprint;
  var HEIGHT WEIGHT;
  output out=marks n=n1 n2 sum=s1 s2 mean=m1 m2 min=lo1 lo2 q1=qa1 qa2 median=md1 md2;
run;
data _null_;
  set marks;
  put n1 s1 8.2 m1 12.7 lo1 11.7 qa1 11.7 md1 11.7;
  put n2 s2 8.2 m2 12.7 lo2 11.7 qa2 11.7 md2 11.7;
run;
/* log
19 1184.40 62.3368421 51.3000000 57.5000000 62.8000000
19 1900.50 100.0263158 50.5000000 84.0000000 99.5000000
*/
