/* source: I Do, I Do, I DoW! A look at SAS DO and DoW loops (John Matro, Virginia Commonwealth University; slides in github.com/ProcJimi/curriculum, Week11) */
data nineteen;
  do k = 1 to 19;
    output;
  end;
run;
data _null_;
  set nineteen end=eof;
  put _N_= eof=;
run;
/* log
_N_=1 eof=0
_N_=2 eof=0
_N_=3 eof=0
_N_=4 eof=0
_N_=17 eof=0
_N_=18 eof=0
_N_=19 eof=1
*/
