/* source: Input date with datalines results in invalid data (Stack Overflow 52054253, 2018) */
data one;
  input date mmddyy8.;
datalines;
		01/01/1920
;
/* log
date=. _ERROR_=1 _N_=1
NOTE: The data set WORK.ONE has 1 observations and 1 variables.
*/
