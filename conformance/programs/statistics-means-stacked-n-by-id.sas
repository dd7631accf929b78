/* source: Transpose table with duplicate values, PROC MEANS with STACKODSOUTPUT (SAS Communities 583993; rogerjdeangelis on GitHub) */
data cars;
  input id unit o1 o2 o3;
  datalines;
1 1 2 1 3
2 1 2 4 .
;
ods output summary=stacked;
proc means data=cars stackodsoutput n mean;
  by id;
  var o1-o3;
run;
data _null_;
  set stacked;
  put id variable n mean;
run;
/* log
1 o1 1 2
1 o2 1 1
1 o3 1 3
2 o1 1 2
2 o2 1 4
2 o3 0 .
*/
