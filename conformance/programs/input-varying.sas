/* source: $VARYINGw. Informat, Example 1 (SAS 9.2 Language Reference: Dictionary, lrdict 64316) */
data _null_;
  infile datalines;
  input n 1. fish $varying9. n;
  put fish=;
datalines;
5shark
3sunfish
8bluefish
;
/* log
fish=shark
fish=sun
fish=bluefish
*/
