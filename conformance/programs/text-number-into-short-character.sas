/* source: SAS 9.4 Language Reference: Concepts, Log 4.1 Automatic Variable Type Conversions (SAS Institute) */
data _null_;
  x = 3626885;
  length y $ 4;
  y = x;
  put y;
run;

data _null_;
  x1 = 3626885;
  length y1 $ 1;
  y1 = x1;
  xs = 0.000005;
  length ys $ 1;
  ys = xs;
  put y1= ys=;
run;
/* log
36E5
NOTE: Invalid character data, x1=3626885.00 , at line 12 column 8.
y1=* ys=0
x1=3626885 y1=* xs=5E-6 ys=0 _ERROR_=1 _N_=1
*/
