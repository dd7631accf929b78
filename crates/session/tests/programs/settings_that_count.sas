* DATESTYLE is what the ANYDT informats read by, in %SYSFUNC too;
options datestyle=dmy;
data _null_; x = input('01/02/2020', anydtdte10.); put x date9.; run;
%put %sysfunc(inputn(01/02/2020, anydtdte10.), date9.);
options datestyle=mdy;
data _null_; x = input('01/02/2020', anydtdte10.); put x date9.; run;

* A page goes on where a statement asks nothing of it;
ods html file="&sysparm/page.html";
ods html style=journal;
data few; x = 1; run;
proc print data=few; run;
ods html close;

* Nothing is summed where nothing is;
proc print data=few(obs=0); sum x; run;

* What would choose the tables of one destination is an error;
ods html exclude all;
options nosyntaxcheck;
data few; x = 2; run;
options varinitchk=error;
options s=72;
data few; x = 3; run;

* A comment behind DATALINES is no data, and no folder is made without a name;
data told;
  input x;
  datalines; * three;
1
2
3
;
run;
options dlcreatedir;
libname nothing ' ';
libname sashelp list;
