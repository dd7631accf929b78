/* source: Creating Special Missing Values (SAS Language Reference: Concepts, lrcon 62955 a000992455) */
data tests;
  missing X I;
  input Id $4. Foodpr1-Foodpr3 Coffeem1 Coffeem2;
datalines;
1001 115 45 65 I 78
1002 86 27 55 72 86
1004 93 52 X 76 88
1015 73 35 43 112 108
1027 101 127 39 76 79
;
proc print data=tests; run;
/* listing
Obs Id Foodpr1 Foodpr2 Foodpr3 Coffeem1 Coffeem2
1 1001 115 45 65 I 78
2 1002 86 27 55 72 86
3 1004 93 52 X 76 88
4 1015 73 35 43 112 108
5 1027 101 127 39 76 79
*/
