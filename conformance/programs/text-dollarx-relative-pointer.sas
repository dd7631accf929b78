/* source: STAT 4197/6197 course notes, Week 2, Ex5_formatted_column_input (ProcJimi/curriculum, GitHub, 2019) */
data amounts;
  infile datalines firstobs=2;
  input id $1. +1 x1 5. +1 x2 dollar7. +(-7) a2 comma7. +1 x3 dollarx7. +(-7) a3 commax7. +1 x4 6. +1 x5 percent7.;
  format x2 dollar7. a2 comma7. x3 dollarx7. a3 commax7. x5 percent7.;
  datalines;
1234567890123456789012345678901234
A 12909 $12,909 $12.909 12.909 12%
;
proc print data=amounts noobs; run;
/* listing
id x1 x2 a2 x3 a3 x4 x5
A 12909 $12,909 12,909 $12.909 12.909 12.909 12%
*/
