/* source: SAS lag problems (scott.sherrillmix.com) */
data obs6;
  input id $ x @@;
  datalines;
a 1 a 2 a 3 b 12 b 13 b 15
;
run;
data out6;
  set obs6;
  lagid = lag(id);
  if lagid = id then do;
    lagx = lag(x);
    duration = x - lagx;
  end;
run;
proc print data=out6;
run;
/* listing
Obs id x lagid lagx duration
1 a 1 . .
2 a 2 a . .
3 a 3 a 2 1
4 b 12 a . .
5 b 13 b 3 10
6 b 15 b 13 2
*/
