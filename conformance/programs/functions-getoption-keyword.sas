/* source: SAS 9.4 Functions and CALL Routines: Reference, GETOPTION Function */
options linesize=80 pagesize=60 yearcutoff=1926 nocenter;
%put %sysfunc(getoption(linesize));
%put %sysfunc(getoption(yearcutoff, keyword));
%put %sysfunc(getoption(center));
%put %sysfunc(getoption(pagesize));
/* log
80
YEARCUTOFF=1926
NOCENTER
60
*/
