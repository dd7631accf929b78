/* source: Substring and left function (SAS Communities) */
data _null_;
  n = 1230;
  z = put(n, z6.);
  digits = int(log10(n)+1);
  zeros = substr(left(10**(6-digits)), 2);
  all = cats(zeros, n);
  put n= z= digits= zeros= all=;
run;
/* log
n=1230 z=001230 digits=4 zeros=00 all=001230
*/
