/* source: Investigating the SAS Lag Function By Example (P. Clemmensen, sasnrd.com, lag_function.txt) */
data have;
  input id x @@;
  datalines;
1 1 1 2 1 3 2 4 2 5 2 6
;
data _null_;
  set have;
  a = lag2(x);
  if mod(_n_, 2) = 0 then b = lag2(x);
  c = ifn(mod(_n_, 2) = 0, lag2(x), .);
  put x a b c;
run;
/* log
1 . . .
2 . . .
3 1 . .
4 2 . 2
5 3 . .
6 4 2 4
*/
