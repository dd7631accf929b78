/* source: SAS Textbook Examples, Applied Linear Statistical Models (Neter, Kutner), chapter 16, table 16.1 (UCLA ATS) */
data kenton;
  input design n @;
  do i = 1 to n;
    input sales @;
    output;
  end;
  datalines;
1 5 11 17 16 14 15
2 5 12 10 15 19 11
3 4 23 20 18 17
4 5 27 33 22 26 28
;
run;
proc glm data=kenton;
  class design;
  model sales=design;
run; quit;
/* listing
design 4 1 2 3 4
Model 3 588.2210526 196.0736842 18.59 <.0001
Error 15 158.2000000 10.5466667
Corrected Total 18 746.4210526
R-Square Coeff Var Root MSE sales Mean
0.788055 17.43042 3.247563 18.63158
Source DF Type I SS Mean Square F Value Pr > F
design 3 588.2210526 196.0736842 18.59 <.0001
Source DF Type III SS Mean Square F Value Pr > F
*/
