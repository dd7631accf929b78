/* source: If statement Short circuiting and Lag function (SAS Communities, 473489, 2018) */
data two;
  input a b;
  datalines;
4272451 17878
4272451 17878
;
run;
data _null_;
  retain e 1;
  set two;
  if a = lag(a) and b > lag(b) then e = e + 1;
  else if a ^= lag(a) or lag(a) = . then e = 1;
  if _n_ = 2 then put e=;
run;
/* log
e=1
*/
