/* source: Variable conversions in SAS (9to5sas.com) */
data _null_;
  a = '5,2'; b = 2;
  c = a + b;
  put c=;
run;
/* log
c=.
a=5,2 b=2 c=. _ERROR_=1 _N_=1
*/
