/* source: SAS Textbook Examples, An Introduction to Categorical Data Analysis (Agresti), chapter 3, death penalty (UCLA ATS) */
proc format;
  value race 1='white' 2='black';
  value yn 1='Yes' 2='No';
run;
data verdicts;
  victim=1;
  do defendant=1, 2; do deathp=1, 2; input n @@; output; end; end;
  format victim defendant race. deathp yn.;
  datalines;
53 414 11 37
;
run;
proc freq data=verdicts;
  by victim;
  tables defendant*deathp / norow nocol;
  weight n;
run;
/* listing
Table of defendant by deathp
defendant deathp
Frequency|
Percent |Yes |No | Total
white | 53 | 414 | 467
| 10.29 | 80.39 | 90.68
black | 11 | 37 | 48
| 2.14 | 7.18 | 9.32
Total 64 451 515
12.43 87.57 100.00
*/
