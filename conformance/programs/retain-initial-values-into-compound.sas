/* source: Week4_Part2.ipynb, by mikezdeb of SAS Communities (ProcJimi, github.com/ProcJimi/curriculum) */
data growth;
  retain start 10000 rate 0.10;
  do period = 1 to 10;
    principal = compound(start, ., rate, period);
    output;
  end;
  format principal dollar10.;
  keep period principal;
run;
proc print data=growth;
run;
/* listing
Obs period principal
1 1 $11,000
2 2 $12,100
3 3 $13,310
4 4 $14,641
5 5 $16,105
6 6 $17,716
7 7 $19,487
8 8 $21,436
9 9 $23,579
10 10 $25,937
*/
