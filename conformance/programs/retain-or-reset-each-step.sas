/* source: I Do, I Do, I DoW! A look at SAS DO and DoW loops (John Matro, Virginia Commonwealth University; slides in github.com/ProcJimi/curriculum, Week11) */
data pupils;
  input Name $ Age @@;
  datalines;
Alfred 14 Alice 13 Barbara 13
;
run;
data _null_;
  set pupils;
  if _N_ = 1 then a = 0;
  a = a + Age;
  put _N_= Age= a=;
run;
data _null_;
  set pupils;
  retain a 0;
  a = a + Age;
  put _N_= Age= a=;
run;
data _null_;
  set pupils;
  a + Age;
  b + 1;
  put a= b=;
run;
/* log
_N_=1 Age=14 a=14
_N_=2 Age=13 a=.
_N_=3 Age=13 a=.
_N_=1 Age=14 a=14
_N_=2 Age=13 a=27
_N_=3 Age=13 a=40
a=14 b=1
a=27 b=2
a=40 b=3
*/
