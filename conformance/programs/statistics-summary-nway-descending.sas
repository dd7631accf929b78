/* source: PROC SUMMARY Options Beyond the Basics, Table 1, rows of _TYPE_ 3 (Susmita Pattnaik, PPD, paper BB-12) */
data kids;
  input Sex $ Age Height @@;
  datalines;
M 14 69.0 F 14 62.8 M 14 63.5 M 12 57.3 F 12 59.8 F 15 62.5 M 12 59.0
F 14 64.3 F 12 56.3 F 15 66.5 M 12 64.8 M 15 67.0 M 15 66.5
;
run;
proc summary data=kids nway;
  class Sex / descending;
  class Age;
  var Height;
  output out=sums n= mean= std= / autoname;
run;
proc print data=sums noobs;
  var Sex Age _TYPE_ _FREQ_ Height_N Height_Mean Height_StdDev;
run;
/* listing
M 12 3 3 3 60.3667 3.93234
M 14 3 2 2 66.2500 3.88909
M 15 3 2 2 66.7500 0.35355
F 12 3 2 2 58.0500 2.47487
F 14 3 2 2 63.5500 1.06066
F 15 3 2 2 64.5000 2.82843
*/
