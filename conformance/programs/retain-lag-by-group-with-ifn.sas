/* source: Investigating the SAS Lag Function By Example (P. Clemmensen, sasnrd.com): undesired and correct result */
data have;
  input id x @@;
  datalines;
1 1 1 2 1 3 2 4 2 5 2 6
;
data _null_;
  set have; by id;
  if first.id = 0 then wrong = lag(x);
  right = ifn(first.id, ., lag(x));
  put id x wrong right;
run;
/* log
1 1 . .
1 2 . 1
1 3 2 2
2 4 . .
2 5 3 4
2 6 5 5
*/
