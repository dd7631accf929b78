/* source: The FORMAT Procedure, Example 4: Converting Raw Character Data to Numeric Values (support.sas.com, SAS 9.2 Procedures Guide) */
proc format;
  invalue mark 'O'=4 'S'=3 'E'=2 'C'=1 'N'=0;
run;
data pts;
  input EmployeeId $ (Q1-Q4) (mark.,+1);
  TotalPoints=sum(of Q1-Q4);
  datalines;
2355 S O O S
5889 2 2 2 2
;
proc print data=pts noobs; run;
/* listing
2355 3 4 4 3 14
5889 2 2 2 2 8
*/
