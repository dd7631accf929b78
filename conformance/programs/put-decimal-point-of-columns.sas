/* source: column PUT, decimal-point.sas and start-end.sas (renenyffenegger.ch, github about-SAS) */
data _null_;
  val = 12.3456;
  put val 2-8;
  put val 2-8 .4;
  put val 2-8 .2;
run;
data _null_;
  do i = 9 to 10;
    j = i**2; k = i**3;
    put i 1-2 j 5-7 k 10-13;
  end;
run;
/* log
12
12.3456
12.35
9 81 729
10 100 1000
*/
