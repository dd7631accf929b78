/* source: SAS 9.4 Language Reference: Concepts, Maintaining Key Summaries */
data _null_;
  length id step 8;
  declare hash seen(suminc: 'step');
  seen.definekey('id');
  seen.definedone();
  id = 99;
  step = 1;
  seen.add();
  do step = 2.5, 3, -1;
    rc = seen.find();
  end;
  rc = seen.sum(sum: total);
  put total=;
run;
/* log
total=5.5
*/
