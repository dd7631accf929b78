/* source: ARRAY Statement, SAS 9.4 Statements: Reference (SAS Institute) */
data _null_;
  array few{4} (1 2);
  put few1= few2= few3= few4=;
run;
/* log
few1=1 few2=2 few3=. few4=.
*/
