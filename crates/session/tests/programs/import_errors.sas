/* What PROC IMPORT and PROC EXPORT refuse, each in one line. */
options nosyntaxcheck;
%let folder = &sysparm;

data x; a = 1; run;
proc export data=x outfile="&folder/x.csv"; run;
proc export data=x outfile="&folder/x.csv"; run;
proc export data=x outfile="&folder/x.xlsx" dbms=xlsx; run;
proc export data=x outfile="&folder/x"; run;
proc export data=x; run;
proc export data=x outfile="&folder/x.csv" label replace; run;
proc export data=x outfile="&folder/x.csv" replace; delimiter='ab'; run;
proc export data=x outfile="&folder/x.csv" replace; getnames=yes; run;
proc import datafile="&folder/x.csv" dbms=csv; run;
proc import datafile="&folder/x.csv" out=x dbms=csv; run;
proc import datafile="&folder/y.csv" out=y dbms=csv; run;
proc import datafile=nothing out=y dbms=csv; run;
proc import datafile="&folder/x.csv" out=y; getnames=maybe; run;
libname p nothing "&folder";
proc import datafile="&folder/x.csv" out=y; guessingrows=-1; run;
proc import datafile="&folder/x.csv" out=y; guessingrows=0; run;
proc import datafile="&folder/x.csv" out=y; datarow=none; run;
