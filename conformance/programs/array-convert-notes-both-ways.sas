/* source: SAS data type conversion (nycinformatics.com) */
data base; tax = '12345678'; cost = 3; run;
data again;
  set base;
    tax=cost;
    cost=7*tax+15;
    if tax=cost then delete;
run;
/* log
NOTE: Numeric values have been converted to character values at the places given by: (Line):(Column).
5:9
NOTE: Character values have been converted to numeric values at the places given by: (Line):(Column).
6:12 7:8
*/
