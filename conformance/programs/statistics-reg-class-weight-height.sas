/* source: The REG Procedure, Getting Started: Simple Linear Regression; ODS Output 22.2.1 (SAS/STAT User's Guide) */
data pupils;
  input Height Weight @@;
  datalines;
69.0 112.5 56.5 84.0 65.3 98.0 62.8 102.5 63.5 102.5 57.3 83.0 59.8 84.5
62.5 112.5 62.5 84.0 59.0 99.5 51.3 50.5 64.3 90.0 56.3 77.0 66.5 112.0
72.0 150.0 64.8 128.0 67.0 133.0 57.5 85.0 66.5 112.0
;
run;
proc reg data=pupils;
  model Weight = Height;
run; quit;
/* listing
Number of Observations Read 19
Number of Observations Used 19
Model 1 7193.24912 7193.24912 57.08 <.0001
Error 17 2142.48772 126.02869
Corrected Total 18 9335.73684
Root MSE 11.22625 R-Square 0.7705
Dependent Mean 100.02632 Adj R-Sq 0.7570
Coeff Var 11.22330
Intercept 1 -143.02692 32.27459 -4.43 0.0004
Height 1 3.89903 0.51609 7.55 <.0001
*/
