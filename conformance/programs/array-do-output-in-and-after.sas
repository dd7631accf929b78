/* source: output statement in the outer loop of nested loop (SAS_inquisitive, SAS Communities, message 246349) */
data four;
  do k = 1 to 3; output; end;
  output;
run;
data _null_; set four nobs=n; put k= n=; run;
/* log
k=1 n=4
k=2 n=4
k=3 n=4
k=4 n=4
*/
