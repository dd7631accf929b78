/* source: LAG, Example 1: Creating a Data Set (SAS Language Reference Version 8, okstate.edu) */
data six;
  do X = 1 to 6;
    Y = lag1(X);
    Z = lag2(X);
    output;
  end;
run;
proc print data=six;
run;
/* listing
Obs X Y Z
1 1 . .
2 2 1 .
3 3 2 1
4 4 3 2
5 5 4 3
6 6 5 4
*/
