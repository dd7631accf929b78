/* source: Sort, summarize, transpose and honor formats (SAS-L; rogerjdeangelis on GitHub) */
data accounts;
  input acct_num age balance_due;
  format age 12. balance_due dollar12.;
  datalines;
111 72 5009
222 24 10001
333 19 6150
;
proc summary data=accounts;
  var age balance_due;
  output out=stats min= max= mean= / autoname;
run;
data _null_;
  set stats;
  put 'age ' age_min age_max age_mean;
  put 'due ' balance_due_min balance_due_max balance_due_mean;
run;
/* log
age 19 72 38
due $5,009 $10,001 $7,053
*/
