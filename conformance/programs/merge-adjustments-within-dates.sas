/* source: sas/claims_adjustment_inside_a_daterange.sas (Bob Heckel, github.com/bheckel/code), by a hash instead of a join */
data admissions;
  input patient :$6. hospital :$6. admission :date9.;
  datalines;
A00001 000001 31JAN2006
A00001 000001 11FEB2006
A00002 000001 23AUG2006
;
data adjustments;
  input hospital :$6. fromdt :date9. todt :date9. adj;
  datalines;
000001 01JAN2006 15JAN2006 1.00
000001 16JAN2006 30JUN2006 1.01
000001 31JAN2006 13MAY2006 0.02
000001 01JUL2006 31DEC2006 1.05
000002 01JAN2006 17AUG2006 1.07
000002 18AUG2006 31DEC2006 1.02
;
data found;
  if _n_ = 1 then do;
    if 0 then set adjustments;
    declare hash h(dataset: 'adjustments', multidata: 'y');
    h.definekey('hospital');
    h.definedata('fromdt', 'todt', 'adj');
    h.definedone();
  end;
  set admissions;
  rc = h.find();
  do while (rc = 0);
    if fromdt <= admission <= todt then output;
    rc = h.find_next();
  end;
  keep hospital patient adj;
run;
proc sort data=found out=p3 nodupkey; by hospital patient adj; run;
proc print data=p3; var hospital patient adj; run;
proc summary data=p3 nway; class hospital patient; var adj; output out=total(drop=_:) sum=adj_tot; run;
proc print data=total; run;
/* listing
1 000001 A00001 0.02
2 000001 A00001 1.01
3 000001 A00002 1.05
1 000001 A00001 1.03
2 000001 A00002 1.05
*/
