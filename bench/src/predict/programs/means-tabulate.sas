libname in "&folder" access=readonly;
proc means data=in.a n mean std min max;
  var x1-x20;
run;
proc tabulate data=in.a;
  class region quarter;
  table quarter*region all;
run;
