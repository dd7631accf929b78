/* source: SAS 9.4 DATA Step Statements: Reference, FILE Statement, DROPOVER: an item without room is dropped, the
   pointer stays behind the last value, and later items that fit are written */
filename out temp;
data _null_;
  file out lrecl=10 dropover;
  put 'abcdef' 'ghijkl' 'mn';
run;
data _null_;
  infile out;
  input;
  put _infile_;
run;
/* log
abcdefmn
*/
