/* source: Proc Report Compute with multiple across variables, sums of CANADA (SAS Communities 510427; rogerjdeangelis on GitHub) */
data trade;
  length region prodtype $ 10;
  input region prodtype predict @@;
  datalines;
EAST FURNITURE 851 EAST OFFICE 452 WEST OFFICE 231
WEST OFFICE 98 WEST FURNITURE 583 EAST OFFICE 679
;
run;
proc means data=trade noprint;
  class region prodtype;
  ways 1;
  var predict;
  output out=sides sum=total;
run;
data _null_;
  set sides;
  group = coalescec(region, prodtype);
  put group total;
run;
/* log
FURNITURE 1434
OFFICE 1460
EAST 1982
WEST 912
*/
