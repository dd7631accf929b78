/* source: LBOUND Function, Example 1, SAS 9.4 Functions and CALL Routines: Reference (SAS Institute) */
data _null_;
  array big{2:6} weight sex height state city;
  do k = lbound(big) to hbound(big);
    times + 1;
  end;
  low = lbound(big); many = dim(big);
  put low= times= many=;
run;
/* log
low=2 times=5 many=5
*/
