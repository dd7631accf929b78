/* source: SAS 9.4 Component Objects: Reference, SUM Method, Retrieving the Key Summary for a Given Key */
data _null_;
  length k count total 8;
  declare hash h(suminc: 'count');
  h.definekey('k');
  h.definedone();
  k = 99; count = 1; h.add();
  k = 100; h.add();
  k = 99; h.find();
  count = 2; h.find();
  k = 100; h.find();
  h.sum(sum: total);
  put 'total for key 100 = ' total;
  k = 99;
  h.sum(sum: total);
  put 'total for key 99 = ' total;
run;
/* log
total for key 100 = 3
total for key 99 = 4
*/
