/* source: OBS= Data Set Option (SAS Language Reference: Dictionary, support.sas.com) */
data n; do x=1 to 20; output; end; run;
data _null_; set n(firstobs=1 obs=10); run;
data _null_; set n(firstobs=2 obs=10); run;
data _null_; set n(firstobs=2 obs=12); run;
/* log
NOTE: There were 10 observations read from the data set WORK.N.
NOTE: There were 9 observations read from the data set WORK.N.
NOTE: There were 11 observations read from the data set WORK.N.
*/
