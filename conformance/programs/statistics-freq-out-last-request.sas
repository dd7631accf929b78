/* source: The FREQ Procedure, Output Data Sets: Contents of the TABLES Statement Output Data Set (SAS/STAT User's Guide 8, sect30) */
data cells;
  do A=1, 2; do B=1 to 3; output; end; end;
run;
proc freq data=cells noprint;
  tables A A*B / out=D;
run;
data _null_;
  set D nobs=rows end=last;
  if _n_ <= 2 then put A= B=;
  if last then put rows=;
run;
/* log
A=1 B=1
A=1 B=2
rows=6
*/
