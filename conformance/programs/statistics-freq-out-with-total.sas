/* source: Proc report, grouped summarizations, WANT_DATFIX (SAS Communities 642879; rogerjdeangelis on GitHub) */
data pupils;
  length name $ 5;
  input name sex $ @@;
  output;
  name = 'Total';
  output;
  datalines;
J F A F J M J M J F J F J M J F A M
;
run;
proc freq data=pupils noprint;
  tables name*sex / out=both(drop=percent);
run;
proc print data=both noobs; run;
/* listing
A F 1
A M 1
J F 4
J M 3
Total F 5
Total M 4
*/
