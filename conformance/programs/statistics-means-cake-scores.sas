/* source: SAS 9.2 Base Procedures Guide, The MEANS Procedure, Example 1: Computing Specific Descriptive Statistics */
data cake;
  input present taste @@;
  datalines;
93 80 84 72 68 75 79 73 77 84 86 91 82 79 77 84 81 83 72 87
56 79 66 74 69 75 85 94 67 72 78 81 81 92 62 83 87 85 73 84
;
ods output summary=stats;
proc means data=cake stackodsoutput n mean max min range std fw=8;
  var present taste;
run;
data _null_;
  set stats;
  put variable n (mean max min range stddev) (6.2 +1);
run;
/* log
present 20 76.15 93.00 56.00 37.00 9.38
taste 20 81.35 94.00 72.00 22.00 6.61
*/
