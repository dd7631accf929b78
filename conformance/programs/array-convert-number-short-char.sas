/* source: SAS 9.4 Language Reference: Concepts, Log 4.1 Automatic Variable Type Conversions (SAS Institute) */
data _null_;
  num = 3626885;
  length txt $ 4;
  txt = num;
  put txt;
run;
/* log
36E5
*/
