/* source: SAS/STAT 9.2 User's Guide, The TTEST Procedure, Example 92.3: Paired Comparisons (systolic blood pressure before and after a stimulus) */
data heart;
  input first second @@;
  datalines;
120 128 124 131 130 131 118 127
140 132 128 125 140 141 135 137
126 118 130 132 126 129 127 135
;
proc ttest data=heart;
  paired first*second;
run;
/* listing
Difference: first - second
12 -1.8333 5.8284 1.6825 -9.0000 8.0000
-1.8333 -5.5365 1.8698 5.8284 4.1288 9.8958
11 -1.09 0.2992
*/
