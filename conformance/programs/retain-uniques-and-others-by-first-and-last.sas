/* source: Splitting a table into uniques and non-uniques (SAS Communities; github.com/rogerjdeangelis) */
data have;
  input name $ sex $ age height weight;
  datalines;
Alfred M 14 69.0 112.5
Alice F 13 56.5 84.0
Barbara F 13 65.3 98.0
Barbara F 13 65.3 98.0
Carol F 14 62.8 102.5
James M 12 57.3 83.0
James M 12 57.3 83.0
;
data unique others;
  set have; by name;
  if first.name and last.name then output unique;
  else output others;
run;
proc print data=unique noobs; run;
proc print data=others noobs; run;
/* listing
Alfred M 14 69.0 112.5
Alice F 13 56.5 84.0
Carol F 14 62.8 102.5
Barbara F 13 65.3 98
Barbara F 13 65.3 98
James M 12 57.3 83
James M 12 57.3 83
*/
