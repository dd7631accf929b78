/* source: functions of arrays, array.of.sas and nmiss.sas (renenyffenegger.ch, github about-SAS) */
data _null_;
  array a(6) (10 12 13 19 20 1000);
  part = mean(of a1-a5); all = mean(of a(*));
  put part= all=;
  array b(6) (10 . 16 . 7 51);
  missing = nmiss(of b(*)); put missing=;
run;
/* log
part=14.8 all=179
missing=2
*/
