/* source: I Do, I Do, I DoW! A look at SAS DO and DoW loops (John Matro, Virginia Commonwealth University; slides in github.com/ProcJimi/curriculum, Week11) */
data pupils;
  input Name $ Age @@;
  datalines;
Alfred 14 Alice 13
;
run;
data _null_;
  put _N_=;
  set pupils(obs=2);
  put 'Middle';
  set pupils(obs=2);
run;
data _null_;
  set pupils;
  put Name= Age=;
  set pupils;
  put Name= Age=;
run;
/* log
_N_=1
Middle
_N_=2
Middle
_N_=3
Name=Alfred Age=14
Name=Alfred Age=14
Name=Alice Age=13
Name=Alice Age=13
*/
