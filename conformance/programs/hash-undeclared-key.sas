/* source: www.rmic.be, Undeclared key/data symbol for hash object (the line is that of this program) */
data foo;
  bar = 1;
run;
data _null_;
  declare hash h(dataset: 'foo');
  h.definekey('bar');
        h.definedone();
run;
/* log
ERROR: Undeclared key symbol bar for hash object at line 8 column 9.
ERROR: DATA STEP Component Object failure.  Aborted during the EXECUTION phase.
*/
