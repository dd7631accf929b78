libname in "&folder" access=readonly;
proc means data=in.a n mean std min max;
  var x1-x20;
run;
