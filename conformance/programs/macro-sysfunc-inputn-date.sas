/* source: Using SAS macro variable as date (9to5sas.com) and SAS date macro variable from yyyymmdd (Stack Overflow 25730313) */
%let d=2021-12-31;
%put number: %sysfunc(inputn(&d, yymmdd10.));
%let y=20120101;
%put from text: %sysfunc(inputn(&y,YYMMDD8.));
%put from literal: %sysevalf('01jan2012'd);
/* log
number: 22645
from text: 18993
from literal: 18993
*/
