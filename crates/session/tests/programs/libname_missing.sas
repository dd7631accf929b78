/* A LIBNAME of a folder that is not there is a note, and what does not need it runs: "NOTE: Library X does not exist."
   One cause gives one error: the steps after it say nothing of variables, functions or IN. */
libname x '/no/such/folder';
data a; y = 1; run;
proc print data=a; run;

libname x '/no/such/folder' access=readonly;
libname x list;
libname late "&sysparm/late";

data x.b;
  set x.c x.d(keep=z);
  if sex in ('F') then t = sum(of q:);
  array none{*} r:;
  keep t nosuch;
  u = nofunction(t);
run;
proc freq data=x.b; tables sex; run;

data b; set x.c; if sex in ('F') then t = sum(of q:); run;
proc freq data=b; tables sex; run;
proc sort data=b out=c; by sex; run;
proc means data=c; class sex; output out=d mean=; run;
data e; merge c d; by sex; z = t + 'a'; run;
proc print data=e(where=(z = 'q')); run;
/* What has nothing to do with it is still checked. */
data f; set b; x = nofunction(y); run;
data g; set a; z = nosuch('a'); run;
proc print data=g; var z w; run;
