/* source: Splitting a table into mutually exclusive uniques and non-uniques (SAS Forum; rogerjdeangelis on GitHub) */
data kids;
  input name $ sex $ age height weight;
  datalines;
Alfred  M 14 69.0 112.5
Alice   F 13 56.5  84.0
Barbara F 13 65.3  98.0
Barbara F 13 65.3  98.0
Carol   F 14 62.8 102.5
Henry   M 14 63.5 102.5
James   M 12 57.3  83.0
James   M 12 57.3  83.0
Jane    F 12 59.8  84.5
;
proc sort data=kids out=more uniqueout=once nouniquekey;
  by name;
run;
proc print data=once noobs; format weight 6.1; run;
proc print data=more noobs; run;
/* listing
Alfred M 14 69.0 112.5
Alice F 13 56.5 84.0
Carol F 14 62.8 102.5
Henry M 14 63.5 102.5
Jane F 12 59.8 84.5
Barbara F 13 65.3 98
Barbara F 13 65.3 98
James M 12 57.3 83
James M 12 57.3 83
*/
