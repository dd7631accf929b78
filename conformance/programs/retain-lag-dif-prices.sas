/* source: The LAG and DIF Functions, Figure 3.16 (SAS/ETS User's Guide, support.sas.com) */
data prices;
  retain date '01MAY1990'd;
  date = intnx('month', date, 1);
  input cpi @@;
  cpilag = lag(cpi);
  cpidif = dif(cpi);
  format date monyy7. cpi cpilag cpidif 5.1;
  datalines;
129.9 130.4 131.6 132.7 133.5 133.8 133.8 134.6 134.8 135.0 135.2 135.6 136.0 136.2
;
run;
proc print data=prices;
run;
/* listing
Obs date cpi cpilag cpidif
1 JUN1990 129.9 . .
2 JUL1990 130.4 129.9 0.5
3 AUG1990 131.6 130.4 1.2
4 SEP1990 132.7 131.6 1.1
5 OCT1990 133.5 132.7 0.8
6 NOV1990 133.8 133.5 0.3
7 DEC1990 133.8 133.8 0.0
8 JAN1991 134.6 133.8 0.8
9 FEB1991 134.8 134.6 0.2
10 MAR1991 135.0 134.8 0.2
11 APR1991 135.2 135.0 0.2
12 MAY1991 135.6 135.2 0.4
13 JUN1991 136.0 135.6 0.4
14 JUL1991 136.2 136.0 0.2
*/
