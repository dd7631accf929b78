/* source: ABORT Statement (SAS 9.4 DATA Step Statements: Reference), the error in the log */
data checked;
  input x;
  put x=;
  if x > 1 then abort;
  datalines;
1
2
3
;
run;
/* log
x=1
x=2
*/
