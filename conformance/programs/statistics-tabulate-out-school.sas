/* source: SAS Textbook Examples, Applied Linear Statistical Models, chapter 28, means by level printed by PROC GLM (UCLA ATS) */
data teach;
  do A = 1 to 3; do B = 1 to 2; do rep = 1 to 2;
    input score @@; output;
  end; end; end;
  datalines;
25 29 14 11 11 6 22 18 17 20 5 2
;
run;
proc tabulate data=teach out=cells;
  class A;
  var score;
  table A, score*(n mean std);
run;
proc print data=cells noobs;
  var A score_N score_Mean score_Std;
  format score_Mean 10.7 score_Std 10.8;
run;
/* listing
1 4 19.7500000 8.61684397
2 4 14.2500000 7.13559154
3 4 11.0000000 8.83176087
*/
