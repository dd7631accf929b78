/* source: numeric formats (renenyffenegger.ch, github about-SAS, formats-informats/_.sas) */
data _null_;
  num = 42.123;
  put num 8.5 / num 7.5 / num 6.5 / num 6.4 / num 6.3 / num 6.2;
run;
/* log
42.12300
42.1230
42.123
42.123
42.123
42.12
*/
