/* source: INT function returning unexpected results (SASJedi, SAS Communities, message 954954) */
data _null_;
  p = 1117.11*100;
  put p binary64.;
run;
/* log
0100000011111011010001011110111111111111111111111111111111111111
*/
