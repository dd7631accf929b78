/* source: STAT 4197/6197 course notes, Week 4, Ex8_tranwrd_translate (ProcJimi/curriculum, GitHub, 2019) */
data _null_;
  a = translate('12/31/2010', '-', '/');
  b = tranwrd('Data from surveys', 'surveys', 'records');
  put a= / b=;
run;
/* log
a=12-31-2010
b=Data from records
*/
