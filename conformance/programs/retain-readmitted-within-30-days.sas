/* source: sas/claims_has_a_readmission.sas (Bob Heckel, github.com/bheckel/code) */
data stays;
  format admission_date discharge_date date9.;
  input person_ID :$6. admission_date :date. discharge_date :date.;
  datalines;
A00001 01JUN17 02JUN17
A00001 20JUN17 21JUN17
A00002 01JUN17 01JUL17
A00003 01JAN17 02JAN17
A00003 20JUN17 21JUN17
;
run;
data readmitted;
  set stays;
  by person_ID;
  if first.person_ID and last.person_ID then has_a_readmission = 0;
  else do;
    gap = admission_date - lag(discharge_date);
    has_a_readmission = gap <= 30;
  end;
  if last.person_ID;
  drop gap;
run;
proc print data=readmitted;
run;
/* listing
1 20JUN2017 21JUN2017 A00001 1
2 01JUN2017 01JUL2017 A00002 0
3 20JUN2017 21JUN2017 A00003 0
*/
