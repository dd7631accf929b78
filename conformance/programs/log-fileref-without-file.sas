/* source: log of SAS 9.4 in a public repository (saspy session on EIBRCGCS input, github.com, 2026) */
data coll_work;
  infile raw1 obs=1000000;
  length rec $400;
  input rec $char400.;
run;
/* log
ERROR: No logical assign for filename RAW1.
NOTE: The SAS System stopped processing this step because of errors.
WARNING: The data set WORK.COLL_WORK may be incomplete.  When this step was stopped there were 0 observations and 1 variables.
*/
