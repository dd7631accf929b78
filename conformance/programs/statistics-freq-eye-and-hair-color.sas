/* source: SAS/STAT 9.2 User's Guide, The FREQ Procedure, Example: Output Data Set of Frequencies (eye and hair color of children) */
data color;
  input region eyes $ hair $ count @@;
  datalines;
1 blue fair 23 1 blue red 7 1 blue medium 24 1 blue dark 11 1 green fair 19 1 green red 7
1 green medium 18 1 green dark 14 1 brown fair 34 1 brown red 5 1 brown medium 41 1 brown dark 40
1 brown black 3 2 blue fair 46 2 blue red 21 2 blue medium 44 2 blue dark 40 2 blue black 6
2 green fair 50 2 green red 31 2 green medium 37 2 green dark 23 2 brown fair 56 2 brown red 42
2 brown medium 53 2 brown dark 54 2 brown black 13
;
proc freq data=color noprint;
  weight count;
  tables eyes / out=eyes;
  tables hair / out=hair;
run;
data _null_;
  set eyes;
  put eyes count percent 5.2;
run;
data _null_;
  set hair;
  put hair count percent 5.2;
run;
/* log
blue 222 29.13
brown 341 44.75
green 199 26.12
black 22 2.89
dark 182 23.88
fair 228 29.92
medium 217 28.48
red 113 14.83
*/
