/* source: VINARRAY Function, SAS 9.4 Functions and CALL Routines: Reference (SAS Institute) */
data _null_;
  array x(3) x1-x3;
  y = vinarray(x);
  put y=;
run;
/* log
y=0
*/
