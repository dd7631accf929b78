/* source: SAS 9.3 Functions and CALL Routines: Reference, RANEXP, RANTBL and NORMAL Functions: of variates of RANUNI */
data _null_;
  u = ranuni(45); put u 7.5;
run;
data _null_;
  x = ranexp(45); same = abs(x + log(0.32332)) < 1e-4; put same=;
run;
data _null_;
  n = rantbl(45, .1, .2, .5); put n=;
run;
data a; x = normal(7); run;
data _null_; set a; same = x = rannor(7); put same=; run;
/* log
0.32332
same=1
n=3
same=1
*/
