/* source: SAS 9.4 Procedures Guide, FORMAT Procedure, VALUE Statement, FUZZ= (support.sas.com) */
proc format;
  value grade (fuzz=.2) 1='A' 2='B' 3='C';
run;
data _null_;
  x=2.1;
  put x grade.;
run;
/* log
B
*/
