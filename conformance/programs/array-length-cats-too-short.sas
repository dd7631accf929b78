/* source: CATS Function, Length of Returned Variable: Special Cases, SAS 9.4 Functions and CALL Routines: Reference (SAS Institute) */
data _null_;
  length s $ 3;
  s = cats('ab', 'cd');
  b = (s = ' ');
  put b= _error_=;
run;
/* log
b=1 _ERROR_=1
*/
