/* source: I Do, I Do, I DoW! A look at SAS DO and DoW loops (John Matro, Virginia SAS Users Group) */
data pupils;
  input Name $ Age @@;
  datalines;
Alfred 14 Alice 13 Barbara 13
;
run;
data _null_;
  set pupils;
  put 'Hello ' Age Age= Name= _N_=;
run;
data _null_;
  put 'Top: ' _N_=;
  set pupils;
  _N_ = _N_ + 10;
  put 'Bottom: ' _N_= /;
run;
/* log
Hello 14 Age=14 Name=Alfred _N_=1
Hello 13 Age=13 Name=Alice _N_=2
Hello 13 Age=13 Name=Barbara _N_=3
Top: _N_=1
Bottom: _N_=11
Top: _N_=2
Bottom: _N_=12
Top: _N_=3
Bottom: _N_=13
Top: _N_=4
*/
