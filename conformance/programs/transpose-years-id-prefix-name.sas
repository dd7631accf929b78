/* source: STAT 4197/6197 course notes, Week 5, Ex6_long_to_wide, Parts 1 to 3 (ProcJimi/curriculum, GitHub, 2019) */
data have;
  input year $ gdp cpi;
  datalines;
2010 101.226 218.056
2011 103.315 224.939
2012 105.220 229.594
;
proc transpose data=have out=wide1; run;
proc print data=wide1 noobs; run;
proc transpose data=have out=wide2 prefix=Year name=Indicator; id year; var gdp cpi; run;
proc print data=wide2 noobs; run;
/* listing
_NAME_ COL1 COL2 COL3
gdp 101.226 103.315 105.220
cpi 218.056 224.939 229.594
Indicator Year2010 Year2011 Year2012
gdp 101.226 103.315 105.220
cpi 218.056 224.939 229.594
*/
