/* source: STAT 4197/6197 course notes, Week 2, Ex6_Formated_Input_Dates (Part 2) (ProcJimi/curriculum, GitHub, 2019) */
data mixed;
  input @1 day anydtdte.;
  format day date9.;
  datalines;
27Aug2018
27Aug2018 3:30:32.8
180827
08272018
SEP2018
18Q4
;
proc print data=mixed; run;
/* listing
Obs day
1 27AUG2018
2 27AUG2018
3 27AUG2018
4 27AUG2018
5 01SEP2018
6 01OCT2018
*/
