/* source: STAT 4197/6197 course notes, Week 5, Ex2A_SORT_nodupkey_noduprecs (Part 1) (ProcJimi/curriculum, GitHub, 2019) */
data visits;
  input id $ seen :mmddyy. kind :& $25.;
  format seen mmddyy10.;
  datalines;
A01 01152015 Emergency Room Visit
A01 07252015 Physician Office Visit
A01 07252015 Physician Office Visit
A02 02202015 Physician Office Visit
A02 02202015 Emergency Room Visit
A05 01122015 Outpatient Visit
;
proc sort data=visits out=sorted; by id; run;
proc print data=sorted noobs; run;
/* listing
id seen kind
A01 01/15/2015 Emergency Room Visit
A01 07/25/2015 Physician Office Visit
A01 07/25/2015 Physician Office Visit
A02 02/20/2015 Physician Office Visit
A02 02/20/2015 Emergency Room Visit
A05 01/12/2015 Outpatient Visit
*/
