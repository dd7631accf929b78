libname in "&folder" access=readonly;
data work.copy;
  set in.a;
run;
