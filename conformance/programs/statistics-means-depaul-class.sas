/* source: Example SAS code for a two-sample T-Test, group statistics printed by PROC TTEST (Craig Miller, DePaul University, IT 223) */
data lab;
  input cond $ @;
  do until (test = .);
    input test @;
    if test ne . then output;
  end;
  datalines;
A .71 .82 .82 .76 .76 .71 .71 .82 .
B .65 .53 .88 .59 .76 .59 .65 .
;
run;
proc means data=lab n mean std stderr maxdec=8 nonobs;
  class cond;
  var test;
run;
/* listing
A 8 0.76375000 0.05097268 0.01802156
B 7 0.66428571 0.11914377 0.04503211
*/
