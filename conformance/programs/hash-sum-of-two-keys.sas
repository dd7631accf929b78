/* source: SAS 9.4 Component Objects: Reference, SUM Method */
data _null_;
  declare hash t(suminc: 'inc');
  t.definekey('n');
  t.definedone();
  inc = 1;
  do n = 99, 100;
    t.add();
  end;
  t.find(key: 99);
  inc = 2;
  t.find(key: 99);
  t.find(key: 100);
  t.sum(key: 100, sum: s);
  put 'total for key 100 = ' s;
  n = 99;
  t.sum(sum: s);
  put 'total for key 99 = ' s;
run;
/* log
total for key 100 = 3
total for key 99 = 4
*/
