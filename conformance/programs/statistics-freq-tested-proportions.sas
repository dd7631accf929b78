/* source: SAS/STAT 9.2 User's Guide, The FREQ Procedure, Example: Chi-Square Goodness-of-Fit Tests (hair color of children in two regions) */
/* differs: an error, since TABLES has no TESTP= */
data color;
  input region eyes $ hair $ count @@;
  datalines;
1 blue fair 23 1 blue red 7 1 blue medium 24 1 blue dark 11 1 green fair 19 1 green red 7
1 green medium 18 1 green dark 14 1 brown fair 34 1 brown red 5 1 brown medium 41 1 brown dark 40
1 brown black 3 2 blue fair 46 2 blue red 21 2 blue medium 44 2 blue dark 40 2 blue black 6
2 green fair 50 2 green red 31 2 green medium 37 2 green dark 23 2 brown fair 56 2 brown red 42
2 brown medium 53 2 brown dark 54 2 brown black 13
;
ods output onewaychisq=tests;
proc freq data=color order=data;
  tables hair / nocum chisq testp=(30 12 30 25 3);
  weight count;
  by region;
run;
data _null_;
  set tests;
  if name1 = '_PCHI_' then value = nvalue1;
  if name1 in ('_PCHI_', 'P_PCHI') then put region nvalue1 7.4;
run;
/* log
1 7.7602
1 0.1008
2 21.3824
2 0.0003
*/
