/* source: SAS 9.2 Base Procedures Guide, The IMPORT Procedure, Example 1: Importing a Delimited File */
data made;
  infile datalines dsd;
  length region $ 8 state $ 2 month $ 7;
  input region state month expenses revenue;
  datalines;
Southern,GA,JAN2001,2000,8000
Southern,GA,FEB2001,1200,6000
Southern,FL,FEB2001,8500,11000
Northern,NY,FEB2001,3000,4000
Northern,NY,MAR2001,6000,5000
Southern,FL,MAR2001,9800,13500
Northern,MA,MAR2001,1500,1000
;
proc export data=made outfile='made.txt' dbms=dlm replace;
  delimiter='&';
run;
proc import datafile='made.txt' dbms=dlm out=again replace;
  delimiter='&';
  getnames=yes;
run;
proc print data=again;
  var region state expenses revenue;
run;
/* listing
1 Southern GA 2000 8000
2 Southern GA 1200 6000
3 Southern FL 8500 11000
4 Northern NY 3000 4000
5 Northern NY 6000 5000
6 Southern FL 9800 13500
7 Northern MA 1500 1000
*/
