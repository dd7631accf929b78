/* Lines of a file that lack values or have more than there are columns, and dates as ISO 8601 has them. */
filename ragged "&sysparm/ragged.csv";

data _null_;
  file ragged;
  put 'id,day,at,town';
  put '1,2026-11-23,2026-11-23T10:00:00,Ulm';
  put '2';
  put '3,2026-11-24,,Rom,more,and more';
run;

proc import datafile=ragged out=towns dbms=csv;
run;

proc print data=towns;
run;

proc contents data=towns varnum;
run;
