/* source: I Do, I Do, I DoW! A look at SAS DO and DoW loops (John Matro, Virginia Commonwealth University; slides in github.com/ProcJimi/curriculum, Week11) */
data class;
  do a = 1 to 19;
    b = a;
    c = a;
    d = a;
    e = a;
    output;
  end;
run;
data test;
  put _N_=;
  do until (eof);
    set class end=eof;
    output;
  end;
run;
/* log
_N_=1
_N_=2
NOTE: There were 19 observations read from the data set WORK.CLASS.
NOTE: The data set WORK.TEST has 19 observations and 5 variables.
*/
