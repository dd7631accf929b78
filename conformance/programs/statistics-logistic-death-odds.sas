/* source: SAS Textbook Examples, An Introduction to Categorical Data Analysis (Agresti), chapter 3, odds ratio printed by PROC FREQ (UCLA ATS) */
data verdicts;
  do defendant='1white', '2black'; do deathp='Yes', 'No'; input n @@; output; end; end;
  datalines;
53 414 11 37
;
run;
ods output OddsRatios=ratio;
proc logistic data=verdicts;
  class defendant(ref='2black') / param=ref;
  model deathp(event='Yes') = defendant;
  freq n;
run;
proc print data=ratio noobs;
  var OddsRatioEst LowerCL UpperCL;
  format OddsRatioEst LowerCL UpperCL 6.4;
run;
/* listing
0.4306 0.2072 0.8947
*/
