/* source: The PRINT Procedure (SAS Procedures Guide, studylib.net 8887476), Output 28.1: Simple Report Produced with PROC PRINT */
data exprev;
  input region $ 1-8 state $ 10-11 @13 month monyy5. expenses revenues;
  format month monyy5.;
  datalines;
Southern GA JAN95 2000 8000
Southern GA FEB95 1200 6000
Southern FL FEB95 8500 11000
Northern NY FEB95 3000 4000
Northern NY MAR95 6000 5000
Southern FL MAR95 9800 13500
Northern MA MAR95 1500 1000
;

title 'The SAS System';
footnote 'Offices in each state';
proc print data=exprev;
run;
/* listing
The SAS System
Obs region state month expenses revenues
1 Southern GA JAN95 2000 8000
2 Southern GA FEB95 1200 6000
3 Southern FL FEB95 8500 11000
4 Northern NY FEB95 3000 4000
5 Northern NY MAR95 6000 5000
6 Southern FL MAR95 9800 13500
7 Northern MA MAR95 1500 1000
Offices in each state
*/
