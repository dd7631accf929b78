/* source: column PUT, format-not-applied.sas (renenyffenegger.ch, github about-SAS) */
data _null_;
  format f ddmmyy10.;
  n = 42; f = 4242;
  put n= f=;
  put n 1-10 f 13-23;
run;
/* log
n=42 f=13/08/1971
42 4242
*/
