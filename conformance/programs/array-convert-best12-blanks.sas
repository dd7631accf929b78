/* source: Substring and left function: nine leading blanks (SAS Communities, message 474753) */
data _null_;
  n = 100;
  t = translate(n || 'x', '*', ' ');
  put t=;
run;
/* log
t=*********100x
*/
