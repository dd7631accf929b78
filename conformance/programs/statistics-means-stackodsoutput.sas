/* source: count of the number of one in column (SAS Communities 464765; rogerjdeangelis on GitHub) */
data flags;
  input VAR1-VAR7 @@;
  datalines;
0 0 0 0 1 1 1 0 0 0 0 0 1 1 1 0 0 0 0 0 0 0 0 1 0 0 0 0 0 1 0 1 0 1 0
0 0 0 0 0 0 1 0 0 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 1 0 0 0 1 1 1 0 0 1 1 0 0 0 0 0
0 0 0 0 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 1 0
0 0 0 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1 0 0 0
;
run;
ods output summary=ones;
proc means data=flags sum maxdec=0 stackodsoutput;
  var VAR1-VAR7;
run;
proc print data=ones noobs;
  var variable sum;
run;
/* listing
VAR1 3
VAR2 3
VAR3 5
VAR4 5
VAR5 4
VAR6 7
VAR7 4
*/
