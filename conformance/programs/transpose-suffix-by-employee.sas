/* source: PROC TRANSPOSE with multiple ID values per group (StackOverflow 50843351; github.com/rogerjdeangelis) */
data have;
  input employee_id reportsto $ type $12.;
  datalines;
100 Jane Supervisor
100 Mark Team_lead
100 Jamie Team_lead
101 Max Supervisor
101 Marie Team_lead
101 Satyendr Team_lead
101 Usha Team_lead
102 Sarah Supervisor
102 Sam Team_lead
;
data seq;
  length type $ 14;
  retain cnt 0;
  set have; by employee_id;
  cnt + 1;
  type = cats(type, put(cnt, 2.));
  if last.employee_id then cnt = 0;
run;
proc transpose data=seq out=wide(drop=_name_);
  by employee_id; id type; var reportsto;
run;
proc print data=wide; run;
/* listing
1 100 Jane Mark Jamie
2 101 Max Marie Satyendr Usha
3 102 Sarah Sam
*/
