/* source: SAS Textbook Examples, An Introduction to Categorical Data Analysis (Agresti), chapter 2, table 2.3 (UCLA ATS) */
proc format;
  value arm 1='Placebo' 2='Aspirin';
  value yn 1='Yes' 2='No';
run;
data heart;
  do group=1, 2;
    do mi=1, 2;
      input n @@; output;
    end;
  end;
  format group arm. mi yn.;
  datalines;
189 10845 104 10933
;
run;
proc freq data=heart order=data;
  weight n;
  tables group*mi / expected chisq norow nocol nopercent;
run;
/* listing
Table of group by mi
Placebo | 189 | 10845 | 11034
| 146.48 | 10888 |
Aspirin | 104 | 10933 | 11037
| 146.52 | 10890 |
Total 293 21778 22071
Statistic DF Value Prob
Chi-Square 1 25.0139 <.0001
Likelihood Ratio Chi-Square 1 25.3720 <.0001
Continuity Adj. Chi-Square 1 24.4291 <.0001
Mantel-Haenszel Chi-Square 1 25.0128 <.0001
Phi Coefficient 0.0337
Contingency Coefficient 0.0336
*/
