/* source: SAS Textbook Examples, Applied Linear Statistical Models, chapter 28, means by level printed by PROC GLM (UCLA ATS) */
data teach;
  do A = 1 to 3; do B = 1 to 2; do rep = 1 to 2;
    input score @@; output;
  end; end; end;
  datalines;
25 29 14 11 11 6 22 18 17 20 5 2
;
run;
proc univariate data=teach noprint;
  class B;
  var score;
  output out=sides n=count mean=average std=spread;
run;
proc print data=sides noobs;
  var B count average spread;
  format average 10.7 spread 10.8;
run;
/* listing
1 6 18.0000000 8.57904424
2 6 12.0000000 7.61577311
*/
