/* source: How can I create a new variable that has the highest freq across (SAS Communities 469331; rogerjdeangelis on GitHub) */
data votes;
  input id @;
  do k=1 to 5; input var @; output; end;
  drop k;
  datalines;
100 2 2 2 4 5
101 3 3 1 2 3
102 4 4 5 2 1
;
run;
ods output onewayfreqs=top(keep=id var frequency);
proc freq data=votes order=freq;
  by id;
  tables var / maxlevels=1 list;
run;
proc print data=top noobs;
  var id var frequency;
run;
/* listing
100 2 3
101 3 3
102 4 2
*/
