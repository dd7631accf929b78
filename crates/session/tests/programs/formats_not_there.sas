/* A format that is not there: with NOFMTERR values are shown without it. */
options nofmterr;
data made;
  input code group $;
  format code nosuch8. group $nosuch.;
  datalines;
2 b
1 a
;
run;

/* Copies carry its name and do not ask for it. */
options fmterr;
data copied;
  set made;
run;
proc sort data=copied out=sorted;
  by code;
run;
proc append base=sorted data=made;
run;

options nofmterr;
proc print data=sorted;
run;
proc means data=sorted n mean;
  class group;
  var code;
run;
proc freq data=sorted;
  tables group;
run;
proc report data=sorted;
  column group code;
  define group / group;
run;
proc tabulate data=sorted;
  class group;
  var code;
  table group, code*sum*f=nosuch9.;
run;
data _null_;
  set sorted;
  put code= group=;
  text = put(code, nosuch4.);
  put text=;
run;

options fmterr;
proc print data=sorted;
run;
