/* source: How SAS Merge (mal)functions (HISDU, The University of Queensland) */
data left; input Alpha Beta Desc & $7.; datalines;
1000 1 Ax1 Bx2
2000 2 Ax1 Bx0
4000 3 Ax2 Bx1
4000 4 Ax2 Bx1
5000 5 Ax3 Bx2
5000 6 Ax3 Bx2
5000 7 Ax3 Bx2
;
data right; input Alpha Gamma @@; datalines;
1000 11 1000 12 3000 13 4000 14 5000 15 5000 16
;
options missing=' ';
data ab; merge left right; by Alpha; run;
proc print data=ab noobs; run;
/* listing
Alpha Beta Desc    Gamma
1000  1    Ax1 Bx2 11
1000  1    Ax1 Bx2 12
2000  2    Ax1 Bx0
3000               13
4000  3    Ax2 Bx1 14
4000  4    Ax2 Bx1 14
5000  5    Ax3 Bx2 15
5000  6    Ax3 Bx2 16
5000  7    Ax3 Bx2 16
*/
