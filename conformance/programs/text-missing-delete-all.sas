/* source: STAT 4197/6197 course notes, Week 4, Ex26_delete_rows_all_vars_missing (Quentin McMullen, SAS-L, 2018) (ProcJimi/curriculum, GitHub, 2019) */
data pupils;
  input name $ sex $ age height weight;
  if mod(_n_, 3) = 0 then call missing(of _all_);
  datalines;
Alfred M 14 69.0 112.5
Alice F 13 56.5 84.0
Barbara F 13 65.3 98.0
Carol F 14 62.8 102.5
Henry M 14 63.5 102.5
James M 12 57.3 83.0
Jane F 12 59.8 84.5
;
proc print data=pupils; run;
data kept;
  set pupils;
  if compress(cats(of _all_), '.') = ' ' then delete;
run;
proc print data=kept; run;
/* listing
Obs name sex age height weight
1 Alfred M 14 69.0 112.5
2 Alice F 13 56.5 84.0
3 . . .
4 Carol F 14 62.8 102.5
5 Henry M 14 63.5 102.5
6 . . .
7 Jane F 12 59.8 84.5
Obs name sex age height weight
1 Alfred M 14 69.0 112.5
2 Alice F 13 56.5 84.0
3 Carol F 14 62.8 102.5
4 Henry M 14 63.5 102.5
5 Jane F 12 59.8 84.5
*/
