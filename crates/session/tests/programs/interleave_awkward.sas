/* Empty inputs, missing keys, descending order, two keys, and unlike variables. */
data first;
  input k $ n x;
  datalines;
a . 1
a 1 2
a 1 3
c 7 4
;
run;

data empty;
  set first(obs=0);
run;

data second;
  length k $ 4;
  input k $ n y;
  datalines;
a .z 10
a 1 20
b 0 30
;
run;

data together;
  set first(in=from_first) empty second(in=from_second);
  by k n;
  source = cats(from_first, from_second);
  begins = first.k;
  ends = last.n;
run;

proc print data=together;
run;

data backwards;
  set first;
  by descending k;
run;
