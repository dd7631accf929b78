/* source: SAS 9.4 Language Reference: Concepts, Log 4.1 Automatic Variable Type Conversions (SAS Institute) */
data _null_;
  n1 = 3626885;
  length t1 $ 1;
  t1 = n1;
  put t1=;
run;
/* log
t1=*
NOTE: At least one W.D format was too small for the number to be printed. The decimal may be shifted by the "BEST" format.
*/
