/* source: The PRINT Procedure, Output 28.1 Simple Report (SAS Procedures Guide, Version 8; studylib.net) */
data rev;
  input Region $9. State $ Month :monyy5. Expenses Revenues;
  format Month monyy5.;
  datalines;
Southern  GA JAN95 2000 8000
Southern  GA FEB95 1200 6000
Southern  FL FEB95 8500 11000
Northern  NY FEB95 3000 4000
Northern  NY MAR95 6000 5000
Southern  FL MAR95 9800 13500
Northern  MA MAR95 1500 1000
;
proc print data=rev; run;
/* listing
Obs Region State Month Expenses Revenues
1 Southern GA JAN95 2000 8000
2 Southern GA FEB95 1200 6000
3 Southern FL FEB95 8500 11000
4 Northern NY FEB95 3000 4000
5 Northern NY MAR95 6000 5000
6 Southern FL MAR95 9800 13500
7 Northern MA MAR95 1500 1000
*/
