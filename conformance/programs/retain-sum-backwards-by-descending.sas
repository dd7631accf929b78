/* source: Cumulative Sum with Grouped Variables (SAS Communities, SAS Procedures) */
data sold;
  input storeid productcode $ productsubcode DAYS sold;
  datalines;
100 Y 1 1 2
100 Y 1 2 -1
100 Y 1 3 4
100 Y 2 1 2
100 Y 2 2 1
100 Y 2 3 0
101 Y 1 1 2
101 Y 1 2 -2
101 Y 1 3 2
101 K 4 1 2
101 K 4 2 1
101 K 4 3 1
;
run;
proc sort data=sold out=back;
  by storeid productsubcode descending DAYS;
run;
data summed;
  set back;
  by storeid productsubcode descending DAYS;
  if first.productsubcode then cum_sold = 0;
  cum_sold + sold;
run;
proc sort data=summed;
  by storeid productsubcode DAYS;
run;
proc print data=summed noobs;
run;
/* listing
storeid productcode productsubcode DAYS sold cum_sold
100 Y 1 1 2 5
100 Y 1 2 -1 3
100 Y 1 3 4 4
100 Y 2 1 2 3
100 Y 2 2 1 1
100 Y 2 3 0 0
101 Y 1 1 2 2
101 Y 1 2 -2 0
101 Y 1 3 2 2
101 K 4 1 2 4
101 K 4 2 1 2
101 K 4 3 1 1
*/
