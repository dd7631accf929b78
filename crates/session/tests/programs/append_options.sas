/* Data set options of DATA= in PROC APPEND: "You can use the WHERE= data set option with the DATA= data set to restrict
   the observations that are appended" (Base SAS Procedures Guide). ALL has 3 observations: 1 2 9. */
data a(label='nine'); do x = 1 to 9; t = put(x, 1.); output; end; run;
proc append base=all data=a(obs=2); run;
proc append base=all data=a(where=(x > 8)); run;
proc print data=all; run;

/* Variables by other names, and fewer of them. */
proc append base=all data=a(firstobs=3 obs=3 keep=x rename=(x=y)) force; run;
proc append base=all data=a(drop=t where=(x = 4)); run;
proc append base=named data=a(rename=(x=y) where=(y = 5)); run;
proc print data=all; run;
proc print data=named; run;

/* With an index and in PROC DATASETS. */
proc datasets library=work nolist;
  modify all; index create x / unique;
  append base=all data=a(where=(x in (2, 5)));
  append out=named new=a(obs=1) force;
quit;
proc print data=all; run;
proc contents data=named; run;

/* A data set that is appended to itself, and errors. */
proc append base=a data=a(where=(x = 9)); run;
proc append base=a data=a(firstobs=2 obs=3); run;
proc append base=a data=a(where=(nosuch = 1)); run;
