/* source: Find common observations that are in three tables (rogerjdeangelis on GitHub) */
data kids1;
  input name $ sex $ age height weight;
  datalines;
Henry M 14 63.5 102.5
James M 12 57.3 83.0
Jane F 12 59.8 84.5
Janet F 15 62.5 112.5
Jeffrey M 13 62.5 84.0
John M 12 59.0 99.5
;
data kids2;
  input name $ sex $ age height weight;
  datalines;
James M 12 57.3 83.0
Jane F 12 59.8 84.5
Janet F 15 62.5 112.5
Jeffrey M 13 62.5 84.0
;
data kids3;
  input name $ sex $ age height weight;
  datalines;
Jane F 12 59.8 84.5
Janet F 15 62.5 112.5
;
data common;
  merge kids1(in=a) kids2(in=b) kids3(in=c);
  by name sex age height weight;
  if a and b and c;
run;
proc print data=common;
run;
/* listing
Obs name sex age height weight
1 Jane F 12 59.8 84.5
2 Janet F 15 62.5 112.5
*/
