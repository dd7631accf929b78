/* source: STAT 4197/6197 course notes, Week 4, Ex16_Array1 (ProcJimi/curriculum, GitHub, 2019) */
data have;
  input id $ test1-test5;
  array test[5] test1-test5;
  array weight[5] _temporary_ (.18, .22, .25, .30, .05);
  do i = 1 to 5; test[i] = test[i] * weight[i]; end;
  sum = sum(of test1-test5);
  drop i;
  datalines;
A 67 78 89 67 72
;
proc print data=have noobs; run;
/* listing
A 12.06 17.16 22.25 20.1 3.6 75.17
*/
