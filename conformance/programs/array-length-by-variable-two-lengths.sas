/* source: VARLENCHK= System Option, SAS 9.4 System Options: Reference (SAS Institute) */
data one; x = 'ab'; p = 1; run;
data two; x = 'abcd'; q = 2; run;
data both;
  merge one two;
  by x;
run;
/* log
WARNING: Multiple lengths were specified for the BY variable x by input data sets. This may cause unexpected results.
*/
