* Tests of tables: two rows and columns, more of them, one variable;
data eyes;
  input region eyes $ hair $ count @@;
  datalines;
1 blue fair 23 1 blue red 7 1 blue medium 24 1 blue dark 11 1 green fair 19 1 green red 7 1 green medium 18
1 green dark 14 1 brown fair 34 1 brown red 5 1 brown medium 41 1 brown dark 40 1 brown black 3
2 blue fair 46 2 blue red 21 2 blue medium 44 2 blue dark 40 2 blue black 6 2 green fair 50 2 green red 31
2 green medium 37 2 green dark 23 2 brown fair 56 2 brown red 42 2 brown medium 53 2 brown dark 54 2 brown black 13
;
run;
title 'Eyes and hair';
proc freq data=eyes;
  tables eyes*hair / chisq expected norow nocol;
  tables eyes / chisq;
  weight count;
run;
data heart;
  input exposure response count;
  datalines;
0 0 6
0 1 2
1 0 4
1 1 11
1 . 3
;
run;
title 'Exact';
proc freq data=heart;
  tables exposure*response / fisher;
  weight count;
run;
title 'A row alone';
proc freq data=heart;
  where exposure = 1;
  tables exposure*response / chisq;
run;
title 'The weight has the name of what OUT= has';
proc freq data=eyes order=data;
  by region;
  tables eyes / out=sums;
  tables eyes*hair / noprint out=sums_both;
  weight count;
run;
proc print data=sums; run;
proc print data=sums_both(obs=4); run;
