/* source: HEXw. Informat, SAS 9.4 Formats and Informats: Reference (SAS Institute) */
data _null_;
  input v hex3.;
  put v=;
datalines;
88F
;
/* log
v=2191
*/
