/* source: output statement in the outer loop of nested loop (FreelanceReinh, Astounding, SAS Communities, message 246349) */
data _null_;
  do a=1 to 13 by 5; end; put a=;
  do a=1 to 2.5; end; put a=;
  do a=2 to 0; end; put a=;
  do a=7 to 4 by -3; end; put a=;
  do a=0 to 1 by 0.1; end;
  if a ne 1.1 then put 'not equal';
run;
/* log
a=16
a=3
a=2
a=1
not equal
*/
