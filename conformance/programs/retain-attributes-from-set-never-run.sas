/* source: Week6_Part2.ipynb, Ex1_concat_interleave (Part 6), idea of Marths Messineo 2017 (github.com/ProcJimi/curriculum) */
data known;
  length Name $ 8 Sex $ 1;
  input Name Sex Age Height Weight;
  datalines;
Thomas M 11 57.5 85
William M 15 66.5 112
Alfred M 14 69 112.5
;
run;
data another;
  if (0) then set known;
  input name sex age height weight;
  datalines;
Kia F 13 62 102
;
run;
proc append base=known data=another;
run;
proc print data=known noobs;
run;
/* listing
Name Sex Age Height Weight
Thomas M 11 57.5 85.0
William M 15 66.5 112.0
Alfred M 14 69.0 112.5
Kia F 13 62.0 102.0
*/
