/* source: file ddmmyyyy_hh24miss.sas (ReneNyffenegger/about-SAS, GitHub); course notes, Week 10 and Week 3, Ex3_picture_statement (ProcJimi/curriculum, GitHub, 2019) */
proc format;
  picture full (default=19) other = '%0d.%0m.%Y %0H:%0M:%0S' (datatype=datetime);
  picture stamp (default=15) other = '%Y%0m%0d%0H%0M%0S' (datatype=datetime);
  picture long (default=45) other = '%A, %B %D,%Y' (datatype=date);
run;
data _null_;
  a = '9mar2018 7:2:25'dt;
  put 'full ' a full.;
  b = '01Jul2019'd;
  put 'long ' b long.;
  c = hms(6, 3, 6);
  put 'stamp ' c stamp.;
run;
/* log
full 09.03.2018 07:02:25
long Monday, July 01,2019
stamp 19600101060306
*/
