/* source: Why do numerical values with a character format work as numbers (SAS Communities, message 485737) */
data t;
  c = 'U';
  n = 10*c;
run;
/* log
NOTE: Invalid numeric data, c='U' , at line 4 column 10.
c=U n=. _ERROR_=1 _N_=1
NOTE: Missing values were generated as a result of performing an operation on missing values.
*/
