/* source: SAS Textbook Examples, An Introduction to Categorical Data Analysis (Agresti), chapter 2, table 2.3 (UCLA ATS) */
data heart;
  do group=1, 2; do mi=1, 2; input n @@; output; end; end;
  datalines;
189 10845 104 10933
;
run;
ods output ChiSq=tests;
proc freq data=heart;
  weight n;
  tables group*mi / chisq outexpect out=cells;
run;
proc print data=tests noobs;
  var Statistic DF Value;
  format Value 8.4;
run;
proc print data=cells noobs;
  where mi = 1;
  var group mi COUNT EXPECTED;
  format EXPECTED 8.2;
run;
/* listing
Chi-Square 1 25.0139
Likelihood Ratio Chi-Square 1 25.3720
Continuity Adj. Chi-Square 1 24.4291
Mantel-Haenszel Chi-Square 1 25.0128
1 1 189 146.48
2 1 104 146.52
*/
