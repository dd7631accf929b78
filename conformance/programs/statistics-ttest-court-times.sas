/* source: SAS/STAT 9.2 User's Guide, The TTEST Procedure, Getting Started: One-Sample t Test (lengths of court cases, H0=80, SIDES=U, ALPHA=0.1) */
data cases;
  input days @@;
  datalines;
43 90 84 87 116 95 86 99 93 92
121 71 66 98 79 102 60 112 105 98
;
proc ttest data=cases h0=80 sides=u alpha=0.1;
  var days;
run;
/* listing
Variable: days
N Mean Std Dev Std Err Minimum Maximum
20 89.8500 19.1456 4.2811 43.0000 121.0
89.8500 84.1659 Infty 19.1456 15.2002 26.2374
DF t Value Pr > t
19 2.30 0.0164
*/
