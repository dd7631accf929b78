/* source: sas/collapse.sas, Collapsing Observations into a Single Observation (Bob Heckel, github.com/bheckel/code) */
options ls=150;
data xyz;
  input x y z @@;
  datalines;
1 2 3 4 5 6 7 8 9 10 11 12
;
run;
data grown;
  set xyz;
  array every[4,3] a1-a12;
  array these[*] x y z;
  retain a1-a12;
  row + 1;
  do col = 1 to 3;
    every[row,col] = these[col];
  end;
  drop x y z row col;
run;
proc print data=grown;
run;
/* listing
Obs a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12
1 1 2 3 . . . . . . . . .
2 1 2 3 4 5 6 . . . . . .
3 1 2 3 4 5 6 7 8 9 . . .
4 1 2 3 4 5 6 7 8 9 10 11 12
*/
