libname in "&folder" access=readonly;
data work.both;
  set in.a in.b;
  by id;
run;
