/* One numeric variable, page by page, and back. */
options nosgio;

data test(bufsize=8K);
  do i = 1 to 10000;
    output;
  end;
run;

data _null_;
  set test end=last nobs=n;
  total + i;
  if last then put 'rows ' n comma8. ' total ' total comma12.;
run;

proc contents data=test;
run;
