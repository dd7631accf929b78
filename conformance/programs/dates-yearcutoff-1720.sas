/* source: STAT 4197/6197 course notes, Week 2, Ex6_Formated_Input_Dates (Part 7) (ProcJimi/curriculum, GitHub, 2019) */
options yearcutoff=1720;
data joined;
  input state & $22. entered : mmddyy.;
  format entered mmddyy10.;
  datalines;
Delaware  12/07/87
Pennsylvania  12/12/87
New Jersey  12/18/87
South Carolina  05/23/88
;
proc print data=joined noobs; run;
/* listing
state entered
Delaware 12/07/1787
Pennsylvania 12/12/1787
New Jersey 12/18/1787
South Carolina 05/23/1788
*/
