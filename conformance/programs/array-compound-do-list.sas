/* source: DO with several specifications (renenyffenegger.ch, github about-SAS, compound-loop-specification.sas) */
data _null_;
  do i = 10 to 12, 19, 20, 21, 5 to 25 by 6;
    put i @;
  end;
  put;
run;
/* log
10 11 12 19 20 21 5 11 17 23
*/
