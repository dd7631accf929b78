/* source: SAS Data Step programming - explain dataset(obs=0) (Stack Overflow 28776782) */
data pupils; do x=1 to 3; output; end; run;
data _null_;
  put _n_= "I ran";
  set pupils(obs=0);
  put _n_= "I did not run";
run;
data _null_;
  put _n_= "I ran before SET";
  set pupils(obs=1);
  put _n_= "I ran after SET";
run;
/* log
_N_=1 I ran
NOTE: There were 0 observations read from the data set WORK.PUPILS.
_N_=1 I ran before SET
_N_=1 I ran after SET
_N_=2 I ran before SET
NOTE: There were 1 observations read from the data set WORK.PUPILS.
*/
