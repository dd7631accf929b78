/* source: Question about FORMAT (SAS Communities, 2021) */
data _null_;
  input pct percent5.1;
  put pct percent5.1;
  datalines;
12.5%
26.3%
;
/* log
13%
26%
*/
