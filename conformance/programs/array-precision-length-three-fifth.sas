/* source: TRUNC Function, SAS 9.4 Functions and CALL Routines: Reference (SAS Institute) */
data short;
  length fifth 3;
  fifth = 1/5;
run;
data _null_;
  set short;
  if fifth ne 1/5 then put 'stored differs';
  if fifth eq trunc(1/5, 3) then put 'equal to trunc';
run;
/* log
stored differs
equal to trunc
*/
