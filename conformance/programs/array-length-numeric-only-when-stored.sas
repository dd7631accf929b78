/* source: LENGTH Statement; TRUNC Function (SAS Institute) */
data short;
  length fifth 3;
  fifth = 1/5;
  if fifth = 1/5 then put 'full in the step';
run;
data _null_;
  set short;
  if fifth ne 1/5 then put 'stored differs';
run;
/* log
full in the step
stored differs
*/
