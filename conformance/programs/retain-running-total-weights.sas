/* source: SAS Learning Module: Collapsing across observations, advanced (UCLA, stats.idre.ucla.edu) */
data kids;
  input famid wt @@;
  datalines;
1 60 1 40 1 20 2 80 2 50 2 20 3 60 3 40 3 20
;
run;
data running;
  set kids;
  sumwt + wt;
run;
proc print data=running;
  var famid wt sumwt;
run;
/* listing
Obs famid wt sumwt
1 1 60 60
2 1 40 100
3 1 20 120
4 2 80 200
5 2 50 250
6 2 20 270
7 3 60 330
8 3 40 370
9 3 20 390
*/
