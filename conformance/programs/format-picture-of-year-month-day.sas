/* source: Creating your own date formats (StackOverflow, J. Matise; github.com/rogerjdeangelis) */
proc format;
  picture yyyymondd other='%0Y%0b%0d' (datatype=date);
run;
data _null_;
  d = '04jul2018'd;
  put d yyyymondd10.;
run;
/* log
2018JUL04
*/
