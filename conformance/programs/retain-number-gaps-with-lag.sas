/* source: Grouping continuous data (Dale McLerran, SAS-L) */
data ab;
  input a b @@;
  datalines;
1 3 1 4 1 5 1 7 1 8 1 9 1 10 1 13 1 14 1 15
2 2 2 3 2 4 2 5 2 6 2 7 2 15 2 16 2 17 2 18 2 19
;
run;
data abc;
  set ab;
  by a b;
  before = lag(b);
  if first.a then c = 1;
  else if b > before + 1 then c + 1;
  drop before;
run;
data _null_;
  set abc;
  put a= b= c=;
run;
/* log
a=1 b=3 c=1
a=1 b=4 c=1
a=1 b=5 c=1
a=1 b=7 c=2
a=1 b=8 c=2
a=1 b=9 c=2
a=1 b=10 c=2
a=1 b=13 c=3
a=1 b=14 c=3
a=1 b=15 c=3
a=2 b=2 c=1
a=2 b=3 c=1
a=2 b=4 c=1
a=2 b=5 c=1
a=2 b=6 c=1
a=2 b=7 c=1
a=2 b=15 c=2
a=2 b=16 c=2
a=2 b=17 c=2
a=2 b=18 c=2
a=2 b=19 c=2
*/
