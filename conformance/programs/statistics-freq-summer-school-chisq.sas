/* source: SAS/STAT 9.2 User's Guide, The FREQ Procedure, Getting Started: Frequency Tables and Statistics (summer school internships) */
data school;
  input gender $ internship $ enrollment $ count @@;
  datalines;
boys yes yes 35 boys yes no 29 boys no yes 14 boys no no 27
girls yes yes 32 girls yes no 10 girls no yes 53 girls no no 23
;
ods output chisq=tests;
proc freq data=school order=data;
  tables gender*internship*enrollment / chisq;
  weight count;
run;
data _null_;
  set tests;
  where statistic = 'Chi-Square';
  put statistic df value 7.4 +1 prob 6.4;
run;
/* log
Chi-Square 1 4.2366 0.0396
Chi-Square 1 0.5593 0.4546
*/
