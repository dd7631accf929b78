/* source: Factors that affect numeric precision, SAS/ACCESS 9.4 for Relational Databases (SAS Institute) */
data _null_;
  v = 10.25; put v hex16.;
  v = 10.1; put v hex16.;
run;
/* log
4024800000000000
4024333333333333
*/
