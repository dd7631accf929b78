/* source: SAS 9.4 DATA Step Statements: Reference, INPUT (? suppresses the note about invalid data), ERROR (the lines of an observation are written when _ERROR_ is 1) and LIST (the length stands at the end of the line) */
filename a temp;
data _null_;
  file a;
  put 'a 2';
run;
data _null_;
  infile a;
  input x ? y;
run;
/* log
x=. y=2 _ERROR_=1 _N_=1
*/
