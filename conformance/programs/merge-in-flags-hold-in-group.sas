/* source: IN= in MERGE, thread 2388216 (bbs.pinggu.org) */
data a; input x y $ @@; datalines;
1 a 1 b 1 c 2 x 3 y
;
data b; input x y $ @@; datalines;
1 aa 2 xx 4 yy
;
data _null_; merge a(in=i) b(in=j); by x; in_a=i; in_b=j; if x=1 then put x= in_a= in_b=; run;
/* log
x=1 in_a=1 in_b=1
x=1 in_a=1 in_b=1
x=1 in_a=1 in_b=1
*/
