/* source: SAS 9.4 Formats and Informats: Reference, $VARYINGw. Informat, Example 1 */
data _null_;
  infile datalines truncover;
  input w 1. fish $varying9. w;
  put fish '|';
  datalines;
5shark
3sunfish
8bluefish
;
/* log
shark |
sun |
bluefish |
*/
