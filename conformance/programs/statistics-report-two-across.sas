/* source: Proc Report Compute with multiple across variables (SAS Communities 510427; rogerjdeangelis on GitHub) */
data trade;
  length country region prodtype $ 10;
  input country region prodtype predict;
  datalines;
CANADA EAST FURNITURE 851
CANADA EAST OFFICE 452
CANADA WEST OFFICE 231
CANADA WEST OFFICE 98
CANADA WEST FURNITURE 583
CANADA EAST OFFICE 679
;
run;
ods output report=cross;
proc report data=trade missing;
  column country (region prodtype), predict;
  define country / group;
  define prodtype / across;
  define region / across;
run;
data _null_;
  set cross;
  put country= _c2_= _c3_= _c4_= _c5_=;
run;
/* log
country=CANADA _C2_=1982 _C3_=912 _C4_=1434 _C5_=1460
*/
