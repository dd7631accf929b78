/* source: IF, missing-semicolon.sas (renenyffenegger.ch, github about-SAS) */
data _null_;
  a = 42;
  if a = 42
    then put 'a=42'
    else put 'a != 42';
run;
/* log
NOTE: Variable else is uninitialized.
NOTE: Variable put is uninitialized.
a=42. . a != 42
*/
