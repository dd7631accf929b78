/* Files by their paths: PROC IMPORT and PROC EXPORT. */
%let folder = &sysparm;

data class;
  input name $ sex $ age height birth :yymmdd10.;
  format birth date9.;
  datalines;
Alfred M 14 69.0 2010-03-04
Alice F 13 56.5 2011-12-31
Barbara F 13 . .
;
run;

proc export data=class (where=(sex='F') rename=(age=years)) outfile="&folder/girls.csv" dbms=csv; run;
proc export data=class outfile="&folder/class.txt" dbms=dlm replace;
  delimiter='|';
  putnames=no;
run;
filename tabs "&folder/class.tab";
proc export data=class outfile=tabs; run;

data _null_;
  infile "&folder/girls.csv"; input; put _infile_;
run;
data _null_;
  infile "&folder/class.txt"; input; put _infile_;
run;

proc import datafile="&folder/girls.csv" out=girls dbms=csv replace;
  getnames=yes;
  guessingrows=max;
run;
proc print data=girls; run;

proc import datafile="&folder/class.txt" out=again (rename=(var1=name)) dbms=dlm replace;
  getnames=no;
  delimiter='|';
  datarow=2;
run;
proc print data=again; run;

proc import datafile=tabs out=tabbed replace; run;
proc contents data=tabbed varnum; run;
