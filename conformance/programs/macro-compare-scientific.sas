/* source: Scientific notation on macro (SAS Communities td-p/225995) */
%put result %eval(10=1e1);
data _null_;
  if 10=1e1 then put 'step says 1';
run;
/* log
result 0
step says 1
*/
