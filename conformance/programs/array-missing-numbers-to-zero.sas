/* source: Convert all numeric missings for all columns to zero (rogerjdeangelis on GitHub) */
data kids;
  input name $ sex $ age height weight;
  datalines;
Alfred  M 14 .    112.5
Alice   F 13 56.5 .
Barbara F 13 65.3 .
Carol   F .  62.8 .
Henry   M .  63.5 .
James   M 12 .    83.0
Jane    F 12 .    84.5
Janet   F 15 .    112.5
Jeffrey M 13 62.5 84.0
John    M 12 .    .
;
data kids;
  modify kids;
  array numbers _numeric_;
  do over numbers;
    if numbers = . then numbers = 0;
  end;
  replace;
run;
proc print data=kids noobs;
  format height weight 6.1;
run;
/* listing
name sex age height weight
Alfred M 14 0.0 112.5
Alice F 13 56.5 0.0
Barbara F 13 65.3 0.0
Carol F 0 62.8 0.0
Henry M 0 63.5 0.0
James M 12 0.0 83.0
Jane F 12 0.0 84.5
Janet F 15 0.0 112.5
Jeffrey M 13 62.5 84.0
John M 12 0.0 0.0
*/
