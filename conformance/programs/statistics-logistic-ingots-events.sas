/* source: SAS/STAT 9.2 User's Guide, The LOGISTIC Procedure, Example: ingots not ready for rolling (Cox and Snell) */
/* differs: an error, since MODEL has no events/trials */
data ingots;
  input heat soak r n @@;
  datalines;
7 1.0 0 10 14 1.0 0 31 27 1.0 1 56 51 1.0 3 13
7 1.7 0 17 14 1.7 0 43 27 1.7 4 44 51 1.7 0 1
7 2.2 0 7 14 2.2 2 33 27 2.2 0 21 51 2.2 0 1
7 2.8 0 12 14 2.8 0 31 27 2.8 1 22
7 4.0 0 9 14 4.0 0 19 27 4.0 1 16 51 4.0 0 1
;
ods output parameterestimates=terms;
proc logistic data=ingots;
  model r/n = heat soak;
run;
data _null_;
  set terms;
  variable = lowcase(variable);
  put variable (estimate stderr waldchisq) (+1 8.4) +1 probchisq pvalue6.4;
run;
/* log
intercept -5.5592 1.1197 24.6503 <.0001
heat 0.0820 0.0237 11.9454 0.0005
soak 0.0568 0.3312 0.0294 0.8639
*/
