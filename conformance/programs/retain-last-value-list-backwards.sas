/* source: sas/only_first_and_last_nonmissing.sas (Bob Heckel, github.com/bheckel/code) */
data five;
  input id x1-x5;
  first = coalesce(of x1-x5);
  last = coalesce(of x5-x1);
  datalines;
1 . 89 85 . 87
2 79 73 74 . .
3 80 95 . 95 .
;
run;
proc print data=five noobs;
run;
/* listing
id x1 x2 x3 x4 x5 first last
1 . 89 85 . 87 89 87
2 79 73 74 . . 79 74
3 80 95 . 95 . 80 95
*/
