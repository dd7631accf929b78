/* source: PROC SUMMARY Options Beyond the Basics, Table 1 (Susmita Pattnaik, PharmaSUG/SESUG paper BB-12) */
data kids;
  input Sex $ Age Height @@;
  datalines;
M 14 69.0 F 14 62.8 M 14 63.5 M 12 57.3 F 12 59.8 F 15 62.5 M 12 59.0
F 14 64.3 F 12 56.3 F 15 66.5 M 12 64.8 M 15 67.0 M 15 66.5
;
run;
proc summary data=kids;
  var Height;
  class Sex Age;
  output out=sums mean=hgt_mean n=hgt_n std=hgt_std;
run;
proc print data=sums;
  var Sex Age _TYPE_ _FREQ_ hgt_n hgt_mean hgt_std;
run;
/* listing
Obs Sex Age _TYPE_ _FREQ_ hgt_n hgt_mean hgt_std
1 . 0 13 13 63.0231 3.93259
2 12 1 5 5 59.4400 3.29742
3 14 1 4 4 64.9000 2.80119
4 15 1 4 4 65.6250 2.09662
5 F . 2 6 6 62.0333 3.57081
6 M . 2 7 7 63.8714 4.29950
7 F 12 3 2 2 58.0500 2.47487
8 F 14 3 2 2 63.5500 1.06066
9 F 15 3 2 2 64.5000 2.82843
10 M 12 3 3 3 60.3667 3.93234
11 M 14 3 2 2 66.2500 3.88909
12 M 15 3 2 2 66.7500 0.35355
*/
