/* source: SAS 9.2 Language Reference: Dictionary, CALL STREAMINIT Routine, Example 1 */
/* differs: RAND of CAUCHY is the tangent of a uniform variate, SAS has another algorithm */
data random;
  call streaminit(123);
  do i = 1 to 10;
    x1 = rand('cauchy');
    output;
  end;
run;
proc print data=random;
  id i;
run;
/* listing
1 -0.17593
2 3.76106
3 1.23427
4 0.49095
5 -0.05094
6 0.72496
7 -0.51646
8 7.61304
9 0.89784
10 1.69348
*/
