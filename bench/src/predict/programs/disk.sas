/* A data set is made and counted, by one step after the other. */
libname in "&folder" access=readonly;
data work.costs;
  set in.a;
  cost = x1 + x2;
run;
proc tabulate data=work.costs;
  class region quarter;
  table quarter*region all;
run;
