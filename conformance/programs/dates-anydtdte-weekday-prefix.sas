/* source: STAT 4197/6197 course notes, Week 4, Ex32_Week_date_problem (ProcJimi/curriculum, GitHub, 2019) */
data spoken;
  input text $30.;
  i = index(text, ' ');
  date = input(substr(text, i), anydtdte30.);
  format date weekdate30.;
  datalines;
Saturday March 31, 2018
;
proc print data=spoken noobs; run;
/* listing
text i date
Saturday March 31, 2018 9 Saturday, March 31, 2018
*/
