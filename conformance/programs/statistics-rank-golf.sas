/* source: The RANK Procedure, Overview: Ranking Data (SAS Base Procedures Guide, support.sas.com, 2010) */
data players;
  input Player $ Strokes @@;
  datalines;
Jack 279 Jerry 283 Mike 274 Randy 296 Tito 302
;
run;
proc rank data=players out=placed;
  var Strokes; ranks Finish;
run;
proc print data=placed; run;
/* listing
Obs Player Strokes Finish
1 Jack 279 2
2 Jerry 283 3
3 Mike 274 1
4 Randy 296 4
5 Tito 302 5
*/
