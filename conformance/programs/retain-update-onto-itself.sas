/* source: sas/collapse_multrows_to_singlerow.sas (Bob Heckel, github.com/bheckel/code) */
data scores;
  input idnum sat_math sat_verbal act_comp;
  datalines;
8188 560 . .
8188 . 540 .
8188 . . 12
8189 660 . .
8189 . 740 .
8189 . . 13
;
run;
data scores;
  update scores(obs=0) scores;
  by idnum;
run;
proc print data=scores;
run;
/* listing
1 8188 560 540 12
2 8189 660 740 13
*/
