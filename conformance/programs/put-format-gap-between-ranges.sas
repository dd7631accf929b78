/* source: what is the exact range for FORMAT VALUE statement? (SAS Communities, 2018) */
proc format;
  value mark 1-50='fail' 51-100='pass';
run;
data _null_;
  input g @@;
  put g mark.;
  datalines;
0.5 1 1.5 49.5 50 50.5 51
;
/* log
0.5
fail
fail
fail
fail
50.5
pass
*/
