/* source: Usage Note 1566: Why duplicate observations occur when using the NODUP SORT option (support.sas.com, 2000) */
data three;
  input x y;
  datalines;
1 1
1 2
1 1
;
proc sort data=three out=byx nodup; by x; run;
proc print data=byx noobs; run;
/* listing
x y
1 1
1 2
1 1
*/
