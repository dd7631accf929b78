/* BY with NOTSORTED: groups are runs of equal values, wherever they stand. */
data visits;
  input place $ day hours;
  datalines;
office 3 8
office 1 6
home 2 7
home 5 1
office 4 2
;
run;

data stays;
  set visits end=done;
  by place notsorted;
  if first.place then total = 0;
  total + hours;
  stay + first.place;
  if last.place;
  keep place total stay;
run;

proc print data=stays;
run;

proc print data=visits;
  by notsorted place;
  sum hours;
run;

* Without it the order counts;
data stays;
  set visits;
  by place;
run;
options nosyntaxcheck;

* Several data sets go together by their order, so there it has no place;
data both;
  merge visits stays;
  by place notsorted;
run;
data both;
  set visits stays;
  by place notsorted;
run;
