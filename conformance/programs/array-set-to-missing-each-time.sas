/* source: When Variable Values Are Automatically Set to Missing, SAS 9.1.3 Language Reference: Concepts (SAS Institute) */
data fresh;
  input X;
  if X = 1 then Y = 2;
datalines;
4
1
3
1
;
proc print data=fresh; run;
/* listing
Obs X Y
1 4 .
2 1 2
3 3 .
4 1 2
*/
