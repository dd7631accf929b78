/* source: Understand the DOSUBL function in SAS (sasnrd.com) */
data _null_;
  put 'first, in the step';
  rc=dosubl("data _null_; put 'second, in DOSUBL'; run;");
  put 'third, in the step';
run;
/* log
first, in the step
second, in DOSUBL
third, in the step
*/
