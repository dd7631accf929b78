/* source: The FORMAT Procedure, Example 4: Converting Raw Character Data to Numeric Values (support.sas.com, SAS 9.2 Procedures Guide) */
data pts;
  input EmployeeId $ Q1-Q4 TotalPoints;
  datalines;
2355 3 4 4 3 14
5889 2 2 2 2 8
;
proc print data=pts noobs; run;
/* listing
Employee Total
Id Q1 Q2 Q3 Q4 Points
2355 3 4 4 3 14
5889 2 2 2 2 8
*/
