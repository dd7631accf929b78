/* A data set may be named by the path of its file; a library may have several folders. */
options nosyntaxcheck;
%let made = %sysfunc(dcreate(one, &sysparm)) %sysfunc(dcreate(two, &sysparm));
data "&sysparm/one/a.sas7bdat"; x = 1; run;
data "&sysparm/two/a" "&sysparm/two/b.SAS7BDAT"(keep=x); x = 2; y = 3; run;
data c; set "&sysparm/one/a" "&sysparm/two/b" end=end; last = end; run;
proc print data=c; run;
proc sort data="&sysparm/two/a.sas7bdat" out="&sysparm/two/sorted"; by x; run;
data d; set "&sysparm/three/a"; run;
data d; set "&sysparm/two/a.csv"; run;
proc print data="&sysparm/two/nosuch"; run;

libname one "&sysparm/one";
libname all (one "&sysparm/two");
libname all list;
proc datasets lib=all; quit;
/* Of two, the first is read. */
proc print data=all.a; run;
proc print data=all.b; run;
/* What is made lies in the first folder. */
data all.b; x = 4; run;
%put %sysfunc(exist(one.b));
proc print data=all.b; run;
/* The first is removed, and then the one behind it is read. */
proc delete data=all.b; run;
proc print data=all.b; run;
proc append base=all.sorted data=all.a force; run;
proc print data="&sysparm/two/sorted"; run;
libname all ("&sysparm/two", "&sysparm/nowhere");
libname all (nosuch "&sysparm/two");
libname all ();
