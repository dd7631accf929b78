/* source: SAS trailing @ and @@ (bbs.pinggu.org thread 440413) */
data g;
  input group $ score @@;
datalines;
1 100 1 200 1 300
2 120 2 210 2 320
3 310 3 420 3 540
;
proc print data=g; run;
/* listing
1 1 100
2 1 200
3 1 300
4 2 120
5 2 210
6 2 320
7 3 310
8 3 420
9 3 540
*/
