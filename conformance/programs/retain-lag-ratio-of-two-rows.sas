/* source: sas/calc_percentage_from_sum_of_2_ds.sas (Bob Heckel, github.com/bheckel/code) */
data sums;
  input sumupid @@;
  datalines;
500 3545
;
run;
data ratio;
  set sums end=eof;
  pct = lag(sumupid) / sumupid;
  if eof;
  drop sumupid;
run;
proc print data=ratio;
run;
/* listing
Obs pct
1 0.14104
*/
