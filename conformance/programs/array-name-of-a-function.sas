/* source: ARRAY Statement, caution on function names, SAS 9.4 Statements: Reference (SAS Institute) */
data _null_;
  array mean{3} a b c (5 7 9);
  m = mean(2);
  put m=;
run;
/* log
m=7
*/
