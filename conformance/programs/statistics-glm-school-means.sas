/* source: SAS Textbook Examples, Applied Linear Statistical Models (Neter, Kutner), chapter 28, table 28.1 (UCLA ATS) */
data teach;
  do A = 1 to 3;
    do B = 1 to 2;
      do rep = 1 to 2;
        input score @@; output;
      end;
    end;
  end;
  datalines;
25 29 14 11 11 6 22 18 17 20 5 2
;
run;
proc glm data=teach;
  class A B;
  model score=A B;
  means A B;
run; quit;
/* listing
R-Square Coeff Var Root MSE score Mean
0.345300 52.78363 7.917544 15.00000
A N Mean Std Dev
1 4 19.7500000 8.61684397
2 4 14.2500000 7.13559154
3 4 11.0000000 8.83176087
B N Mean Std Dev
1 6 18.0000000 8.57904424
2 6 12.0000000 7.61577311
*/
