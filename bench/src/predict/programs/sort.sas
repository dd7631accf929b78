libname in "&folder" access=readonly;
proc sort data=in.a out=work.sorted;
  by k1 k2;
run;
