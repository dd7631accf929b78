/* source: PUT with alignment, right-aligned.sas (renenyffenegger.ch, github about-SAS) */
data _null_;
  do i = 1 to 10 by 3;
    j = i**2; k = i**3;
    put @1 i 2.-r @4 '|' @6 j 3.-r @10 '|' @12 k 4.-r;
  end;
run;
/* log
1 | 1 | 1
4 | 16 | 64
7 | 49 | 343
10 | 100 | 1000
*/
