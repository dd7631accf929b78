/* source: Week6_Part2.ipynb, Ex3_merge_update_BY (Parts 1 to 3) (github.com/ProcJimi/curriculum) */
data was;
  infile datalines truncover;
  input pt_id $ 1-4 Name $ 6-13 @16 visit_date mmddyy10.;
  format visit_date mmddyy10.;
  datalines;
P001 Mary      07/23/2016
;
run;
data came;
  infile datalines truncover;
  input pt_id $ 1-4 Name $ 6-13 @16 visit_date mmddyy10.;
  format visit_date mmddyy10.;
  datalines;
P001           09/24/2016
P001 Ann-Mary  11/30/2016
P001 Ann-Mary
;
run;
data merged;
  merge was came;
  by pt_id;
run;
proc print data=merged;
run;
data updated;
  update was came;
  by pt_id;
run;
proc print data=updated;
run;
/* listing
Obs pt_id Name visit_date
1 P001 09/24/2016
2 P001 Ann-Mary 11/30/2016
3 P001 Ann-Mary .
Obs pt_id Name visit_date
1 P001 Ann-Mary 11/30/2016
*/
