/* source: MISSING Statement (SAS 9.3 Statements: Reference, lestmtsref 63323) */
data _null_;
  missing a r;
  input id answer;
  put answer;
datalines;
001 2
002 R
003 1
004 A
005 2
;
/* log
2
R
1
A
2
*/
