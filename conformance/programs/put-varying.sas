/* source: SAS 9.3 Formats and Informats: Reference, $VARYINGw. Format, Example 1 */
data cities;
  infile datalines truncover;
  input city $char12. n;
  datalines;
New York    8
Toronto     7
Buenos Aires12
Tokyo       5
;
data _null_;
  set cities;
  put @10 city $varying12. n '|';
run;
/* log
New York|
Toronto|
Buenos Aires|
Tokyo|
*/
