* Correlations: all values, missing ones, ranks, weights, groups;
data fitness;
  input age weight oxygen runtime @@;
  label oxygen='Oxygen uptake';
  sex = mod(_n_, 2);
  datalines;
44 89.47 44.609 11.37 40 75.07 45.313 10.07 44 85.84 54.297 8.65 42 68.15 59.571 8.17
38 89.02 49.874 . 47 77.45 44.811 11.63 40 75.98 45.681 11.95 43 81.19 49.091 10.85
44 81.42 39.442 13.08 38 81.87 60.055 8.63 44 73.03 50.541 10.13 45 87.66 37.388 14.03
45 66.45 44.754 11.12 47 79.15 47.273 10.60 54 83.12 51.855 10.33 49 81.42 49.156 8.95
51 69.63 40.836 10.95 51 77.91 46.672 10.00 48 91.63 46.774 10.25 49 73.37 . 10.08
57 73.37 39.407 12.63 54 79.38 46.080 11.17 52 76.32 45.441 9.63 50 70.87 54.625 8.92
51 67.25 45.118 11.08 54 91.63 39.203 12.88 51 73.71 45.790 10.47 57 59.08 50.545 9.93
49 76.32 . . 48 61.24 47.920 11.50 52 82.78 47.467 10.50
;
run;
proc corr data=fitness; var weight oxygen runtime; run;
proc corr data=fitness nomiss spearman pearson cov outp=p outs=s; var age weight; with oxygen; run;
proc print data=p; run;
proc print data=s; run;
proc corr data=fitness cov nocorr nosimple; var weight runtime; run;
proc sort data=fitness; by sex; run;
proc corr data=fitness nosimple noprob outp=weighted; by sex; weight age; var oxygen runtime; run;
proc print data=weighted; run;
data flat; do x = 1 to 3; y = 2; z = -x; output; end; run;
proc corr data=flat; run;
options nosyntaxcheck;
proc corr data=flat spearman; weight y; run;
proc corr data=flat kendall; run;
proc corr data=flat; var x; partial y; run;
