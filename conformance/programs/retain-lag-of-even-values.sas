/* source: SAS 9.4 Functions and CALL Routines: Reference, LAG Function, Storing Every Other Lagged Value */
data test;
  input x @@;
  if mod(x, 2) = 0 then a = lag(x);
  b = lag(x);
  if mod(x, 2) = 0 then c = b;
  datalines;
1 2 3 4 5 6 7 8
;
proc print data=test; run;
/* listing
1 1 . . .
2 2 . 1 1
3 3 . 2 .
4 4 2 3 3
5 5 . 4 .
6 6 4 5 5
7 7 . 6 .
8 8 6 7 7
*/
