/* source: Transpose with multiple ID values per group (SAS Forum; rogerjdeangelis on GitHub) */
data above;
  input employee_id reportsto $ reportstotype $12.;
  cards4;
100 Jane Supervisor
100 Mark Team_lead
100 Jamie Team_lead
101 Max Supervisor
101 Marie Team_lead
101 Satyendra Team_lead
101 Usha Team_lead
102 Sarah Supervisor
102 Sam Team_lead
;;;;
data numbered;
  set above;
  by employee_id;
  if first.employee_id then nth = 0;
  nth + 1;
  reportstotype = cats(reportstotype, nth);
run;
proc transpose data=numbered out=wide(drop=_name_);
  by employee_id;
  id reportstotype;
  var reportsto;
run;
proc print data=wide;
run;
/* listing
1 100 Jane Mark Jamie
2 101 Max Marie Satyendr Usha
3 102 Sarah Sam
*/
