/* source: STAT 4197/6197 course notes, Week 4, Ex15_COALESCEC_Function (Part 2) (ProcJimi/curriculum, GitHub, 2019) */
data scores;
  input score1 score2;
  zero = coalesce(score1, 0);
  combined = coalesce(score1, score2);
  datalines;
 . 15
 .  .
 17 13
 14  .
 .  20
 14 19
;
proc print data=scores; run;
/* listing
Obs score1 score2 zero combined
1 . 15 0 15
2 . . 0 .
3 17 13 17 17
4 14 . 14 14
5 . 20 0 20
6 14 19 14 14
*/
