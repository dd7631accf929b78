/* source: Problem Note 70279 (SAS Institute) */
data piece;
  num = 123456;
  part = substrn(num, 3, 2);
  len = vlength(part);
  put part= len=;
run;
/* log
part=34 len=32767
*/
