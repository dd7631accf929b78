/* source: SAS 9.4 DATA Step Statements: Reference, FILE Statement, FLOWOVER: an item without room begins a new line */
filename out temp;
data _null_;
  file out lrecl=10;
  put 'abcdef' 'ghijkl' 'mn';
run;
data _null_;
  infile out;
  input;
  put _n_= _infile_;
run;
/* log
_N_=1 abcdef
_N_=2 ghijklmn
*/
