/* source: Count of distinct side effects by patient (SAS Forum; rogerjdeangelis on GitHub) */
data effects;
  input patient effect & $12.;
  cards4;
2 DRY MOUTH
2 COUGH
1 RASH
1 RASH
2 COUGH
2 RASH
3 FEVER
1 COUGH
4 FEVER
3 COUGH
2 FEVER
3 RASH
4 COUGH
3 DRY MOUTH
4 COUGH
;;;;
proc sort data=effects out=once nodupkey; by patient effect; run;
proc freq data=once noprint;
  tables patient / out=counts;
run;
proc print data=counts noobs;
  var patient count;
run;
/* listing
patient COUNT
1 2
2 4
3 4
4 2
*/
