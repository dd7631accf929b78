/* source: SAS 9.3 Functions and CALL Routines: Reference, CALL RANNOR Routine: two streams with their seed are one */
data u1(keep=x);
  seed = 104;
  do i = 1 to 5;
    call rannor(seed, x);
    output;
  end;
  call symputx('seed', seed);
run;
data u2(keep=x);
  seed = &seed;
  do i = 1 to 5;
    call rannor(seed, x);
    output;
  end;
run;
data _null_;
  set u1 u2 end=last;
  z = rannor(104);
  same + (x = z);
  if last then put same=;
run;
/* log
same=10
*/
