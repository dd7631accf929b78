/* source: SAS Tip of the Month, December 2004 and May 2006 (theprogrammerscabin.com) */
data sheet;
  infile datalines truncover;
  input day $ 1-3 am_hours 5-8 pm_hours 10-13;
  tot_sum = sum(am_hours, pm_hours);
  tot_arith = am_hours + pm_hours;
  format am_hours pm_hours tot: 5.1;
  datalines;
MON 3.5  4.5
TUE      1.0
WED 2.5
THU
FRI 2.0  3.0
;
proc print noobs; run;
data _null_;
  a = 1; c = 3;
  d = sum(a, b, c);
  e = a + b + c;
  put d= e=;
run;
/* log
d=4 e=.
*/
/* listing
day am_hours pm_hours tot_sum tot_arith
MON 3.5 4.5 8.0 8.0
TUE . 1.0 1.0 .
WED 2.5 . 2.5 .
THU . . . .
FRI 2.0 3.0 5.0 5.0
*/
