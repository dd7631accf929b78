/* source: STAT 4197/6197 course notes, Week 5, upper and lower limits of SASHELP.CLASS (ProcJimi/curriculum, GitHub, 2019) */
proc means data=sashelp.class noprint;
  var weight;
  output out=summary mean=Mean std=std q1=Q1 median=Median q3=Q3;
run;
options validvarname=any;
data limits;
  set summary;
  iqr = q3 - q1;
  'Upper Limit'n = q3 + 1.5 * iqr;
  'Lower Limit'n = q1 - 1.5 * iqr;
  drop _type_ _freq_ iqr;
run;
proc transpose data=limits out=long(rename=(col1=Estimates)) name=Stat; run;
proc print data=long noobs; run;
/* listing
Mean 100.026
std 22.774
Q1 84.000
Median 99.500
Q3 112.500
Upper Limit 155.250
Lower Limit 41.250
*/
