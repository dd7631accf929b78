/* source: How to avoid data set merging problems when common BY variable has different lengths (studysas.blogspot.com, 2013) */
data t1; length VISIT $13; VISIT="CYCLE 1 DAY 1"; visitnum=1; run;
data t2; length VISIT $14; VISIT="CYCLE 1 DAY 10"; visitnum=3; run;
data t12; merge t1 t2; by VISIT; run;
/* log
WARNING: Multiple lengths were specified for the BY variable VISIT by input data sets. This may cause unexpected results.
NOTE: There were 1 observations read from the data set WORK.T1.
NOTE: There were 1 observations read from the data set WORK.T2.
NOTE: The data set WORK.T12 has 1 observations and 2 variables.
*/
