/* source: SAS 9.4 Language Reference: Concepts, Log 4.1 Automatic Variable Type Conversions (SAS Institute) */
data _null_;
  n1 = 3626885;
  length t1 $ 1;
  t1 = n1;
  ns = 0.000005;
  length ts $ 1;
  ts = ns;
  put t1= ts=;
run;
/* log
NOTE: Invalid character data, n1=3626885.00 , at line 5 column 8.
t1=* ts=0
n1=3626885 t1=* ns=5E-6 ts=0 _ERROR_=1 _N_=1
*/
