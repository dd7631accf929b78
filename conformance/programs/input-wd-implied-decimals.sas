/* source: w.d informat (SAS 9.2 Language Reference: Dictionary, support.sas.com a000199348) */
data _null_;
  input @1 x 6. @10 y 6.2;
  put x @7 y;
datalines;
23       2300
23       -2300
23.0     23.
2.3E1    2.3
;
/* log
23 23
23 -23
23 23
23 2.3
*/
