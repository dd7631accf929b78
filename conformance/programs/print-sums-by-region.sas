/* source: The PRINT Procedure (SAS Procedures Guide, studylib.net 8887476), Example 4: Summing Numeric Variables with One BY Group */
data exprev;
  attrib region length=$8 state length=$2 month format=monyy5. informat=monyy5. expenses revenues format=dollar10.;
  input region state month expenses revenues;
  datalines;
Southern GA JAN95 2000 8000
Southern GA FEB95 1200 6000
Southern FL FEB95 8500 11000
Northern NY FEB95 3000 4000
Northern NY MAR95 6000 5000
Southern FL MAR95 9800 13500
Northern MA MAR95 1500 1000
;
proc sort data=exprev;
  by region;
run;
proc print data=exprev noobs;
  var state month expenses revenues;
  by region;
  sum expenses revenues;
run;
/* listing
NY FEB95 $3,000 $4,000
NY MAR95 $6,000 $5,000
MA MAR95 $1,500 $1,000
region $10,500 $10,000
GA JAN95 $2,000 $8,000
GA FEB95 $1,200 $6,000
FL FEB95 $8,500 $11,000
FL MAR95 $9,800 $13,500
region $21,500 $38,500
$32,000 $48,500
*/
