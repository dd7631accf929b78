/* source: why 0.07*100 is greater than 7 (FreelanceReinh, SAS Communities) */
data _null_;
  a = 0.07; b = 1.1;
  if a*100 > 7 then put 'first greater';
  if b*100 > 110 then put 'second greater';
run;
/* log
first greater
second greater
*/
