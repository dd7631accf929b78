/* source: ch19eg1.sas, Two-way ANOVA, equal sample sizes, Castle Bakery (Dan Voss, Wright State University, STT 667) */
data cells;
  input AB @;
  do i=1, 2; input y @; output; end;
  datalines;
11 47 43
12 46 40
21 62 68
22 67 71
31 41 39
32 42 46
;
run;
proc glm data=cells;
  class AB;
  model y=AB;
run; quit;
/* listing
Class Level Information
Class Levels Values
AB 6 11 12 21 22 31 32
Number of Observations Read 12
Number of Observations Used 12
Dependent Variable: y
Model 5 1580.000000 316.000000 30.58 0.0003
Error 6 62.000000 10.333333
Corrected Total 11 1642.000000
R-Square Coeff Var Root MSE y Mean
0.962241 6.303040 3.214550 51.00000
*/
