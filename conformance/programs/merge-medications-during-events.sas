/* source: sas/many_to_many_inside_daterange.sas (Bob Heckel, github.com/bheckel/code), by POINT= instead of a join */
data aes;
  input subject :$3. ae_start :date9. ae_stop :date9. event & $15.;
  datalines;
101 01JAN2004 02JAN2004 Headache
101 15JAN2004 03FEB2004 Back Pain
102 03NOV2003 10DEC2003 Rash
102 03JAN2004 10JAN2004 Abdominal Pain
102 04APR2004 04APR2004 Constipation
;
data conmeds;
  input subject :$3. cm_start :date9. cm_stop :date9. conmed & $20.;
  datalines;
101 01JAN2004 01JAN2004 Acetaminophen
101 20DEC2003 20MAR2004 Tylenol w/ Codeine
101 12DEC2003 12DEC2003 Sudafed
102 07DEC2003 18DEC2003 Hydrocortisone Cream
102 06JAN2004 08JAN2004 Simethicone
102 09JAN2004 10MAR2004 Esomeprazole
;
data _null_;
  set aes;
  found = 0;
  do p = 1 to n;
    set conmeds(rename=(subject=who)) point=p nobs=n;
    if who = subject and (ae_start <= cm_start <= ae_stop or ae_start <= cm_stop <= ae_stop
      or (cm_start < ae_start and ae_stop < cm_stop)) then do;
      found = 1;
      put subject ae_start ae_stop event cm_start cm_stop conmed;
    end;
  end;
  if not found then put subject ae_start ae_stop event '. .';
run;
/* log
101 16071 16072 Headache 16071 16071 Acetaminophen
101 16071 16072 Headache 16059 16150 Tylenol w/ Codeine
101 16085 16104 Back Pain 16059 16150 Tylenol w/ Codeine
102 16012 16049 Rash 16046 16057 Hydrocortisone Cream
102 16073 16080 Abdominal Pain 16076 16078 Simethicone
102 16073 16080 Abdominal Pain 16079 16140 Esomeprazole
102 16165 16165 Constipation . .
*/
