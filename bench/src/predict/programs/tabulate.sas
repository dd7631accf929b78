libname in "&folder" access=readonly;
proc tabulate data=in.a;
  class region quarter;
  table quarter*region all;
run;
