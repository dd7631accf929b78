/* source: SAS Textbook Examples, Regression Analysis by Example (Chatterjee, Hadi and Price), chapter 3, equation 3.12 (UCLA ATS) */
data boss;
  input Y X1 X2 @@;
  datalines;
43 51 30 63 64 51 71 70 68 61 63 45 81 78 56 43 55 49 58 67 42 71 75 50
72 82 72 67 61 45 64 53 53 67 60 47 69 62 57 68 83 83 77 77 54 81 90 50
74 85 64 65 60 65 65 70 46 50 58 68 50 40 33 64 61 52 53 66 52 40 37 42
63 54 42 66 77 66 78 75 58 48 57 44 85 85 71 82 82 39
;
run;
proc reg data=boss;
  model Y = X1 X2;
run; quit;
/* listing
Model: MODEL1
Dependent Variable: Y
Model 2 2935.10281 1467.55141 29.10 <.0001
Error 27 1361.86385 50.43940
Corrected Total 29 4296.96667
Root MSE 7.10207 R-Square 0.6831
Dependent Mean 64.63333 Adj R-Sq 0.6596
*/
