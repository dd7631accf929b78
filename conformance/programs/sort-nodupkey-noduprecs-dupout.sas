/* source: STAT 4197/6197 course notes, Week 5, Ex2 (ProcJimi/curriculum, GitHub, 2019) */
data have;
  input id $ visit_date :mmddyy10. visit_type & $25.;
  format visit_date mmddyy10.;
  datalines;
A01 01/15/2015 Emergency Room Visit
A01 07/25/2015 Physician Office Visit
A01 07/25/2015 Physician Office Visit
A02 02/20/2015 Physician Office Visit
A02 02/20/2015 Emergency Room Visit
A05 01/12/2015 Outpatient Visit
;
proc sort data=have nodupkey out=keys; by id; run;
proc print data=keys noobs; run;
proc sort data=have noduprecs out=recs dupout=dups; by id; run;
proc print data=dups noobs; run;
proc print data=recs noobs; run;
/* listing
A01 01/15/2015 Emergency Room Visit
A02 02/20/2015 Physician Office Visit
A05 01/12/2015 Outpatient Visit
A01 07/25/2015 Physician Office Visit
A01 01/15/2015 Emergency Room Visit
A01 07/25/2015 Physician Office Visit
A02 02/20/2015 Physician Office Visit
A02 02/20/2015 Emergency Room Visit
A05 01/12/2015 Outpatient Visit
*/
