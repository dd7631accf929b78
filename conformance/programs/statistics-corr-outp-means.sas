/* source: MEANS of last data set with function keys, sashelp.class (rogerjdeangelis on GitHub, SAS-L) */
data kids;
  input HEIGHT WEIGHT @@;
  datalines;
69.0 112.5 56.5 84.0 65.3 98.0 62.8 102.5 63.5 102.5 57.3 83.0 59.8 84.5
62.5 112.5 62.5 84.0 59.0 99.5 51.3 50.5 64.3 90.0 56.3 77.0 66.5 112.0
72.0 150.0 64.8 128.0 67.0 133.0 57.5 85.0 66.5 112.0
;
run;
proc corr data=kids outp=pairs noprint;
  var HEIGHT WEIGHT;
run;
data _null_;
  set pairs;
  where _type_ in ('MEAN', 'N');
  if _type_ = 'N' then put _type_ HEIGHT WEIGHT;
  else put _type_ HEIGHT 11.7 WEIGHT 12.7;
run;
/* log
MEAN 62.3368421 100.0263158
N 19 19
*/
