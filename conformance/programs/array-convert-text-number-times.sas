/* source: Why do numerical values with a character format work as numbers (SAS Communities) */
data t;
  c = '100';
  n = 10*c;
  put n=;
run;
/* log
NOTE: Character values have been converted to numeric values at the places given by: (Line):(Column).
n=1000
*/
