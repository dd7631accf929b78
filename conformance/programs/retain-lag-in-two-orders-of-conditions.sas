/* source: Pitfalls of the LAG function (C. Hemedinger, blogs.sas.com, The SAS Dummy, 2012) */
data test;
  infile datalines dlm=',' dsd;
  input a b c;
  datalines;
4272451,17878,17878
4272451,17878,17878
4272451,17887,17887
4272454,17878,17878
4272454,17881,17881
4272454,17893,17893
4272455,17878,17878
4272455,17878,18200
;
data lags;
  retain e f (1 1);
  set test;
  if a = lag(a) and b > lag(b) then e = e + 1;
  else if a ^= lag(a) or lag(a) = . then e = 1;
  if a ^= lag(a) or lag(a) = . then f = 1;
  else if a = lag(a) and b > lag(b) then f = f + 1;
run;
proc print data=lags; run;
/* listing
Obs e f a b c
1 1 1 4272451 17878 17878
2 1 1 4272451 17878 17878
3 2 2 4272451 17887 17887
4 1 1 4272454 17878 17878
5 2 1 4272454 17881 17881
6 3 2 4272454 17893 17893
7 1 1 4272455 17878 17878
8 1 1 4272455 17878 18200
*/
