/* source: Common Programming Mistake with Proc Sort NODUPRECS (SAS Techies, SAS-L, 2009) */
data sofa;
  length state $10;
  input month :monyy5. actual @@;
  state='California';
  format month monyy5. actual dollar12.2;
  datalines;
MAR98 973.50 APR98 566.50 MAR98 845.90 APR98 2196.70 MAR98 973.50 APR98 313.50
MAR98 1428.90 APR98 1446.50 MAR98 1144.00 APR98 1577.40 MAR98 856.90 APR98 1380.50
;
proc sort data=sofa out=kept noduprecs;
  by state month;
run;
proc print data=kept;
  var state actual month;
run;
/* listing
1 California $973.50 MAR98
2 California $845.90 MAR98
3 California $973.50 MAR98
4 California $1,428.90 MAR98
5 California $1,144.00 MAR98
6 California $856.90 MAR98
7 California $566.50 APR98
8 California $2,196.70 APR98
9 California $313.50 APR98
10 California $1,446.50 APR98
11 California $1,577.40 APR98
12 California $1,380.50 APR98
*/
