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
proc sort data=have nouniquekeys out=duplicates uniqueout=singles; by id visit_date visit_type; run;
proc print data=duplicates noobs; run;
proc print data=singles noobs; run;
/* listing
A01 07/25/2015 Physician Office Visit
A01 07/25/2015 Physician Office Visit
A01 01/15/2015 Emergency Room Visit
A02 02/20/2015 Emergency Room Visit
A02 02/20/2015 Physician Office Visit
A05 01/12/2015 Outpatient Visit
*/
