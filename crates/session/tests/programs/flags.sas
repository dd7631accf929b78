/* Flags before the first read. END= "is initialized to zero" (SAS Statements, SET), as are IN= and EOV=; FIRST. and
   LAST. "both retain their values. Their initial value is 1" (SAS Language Reference: Concepts). */
data have;
  do number = 10, 15, 20; output; end;
run;

/* W has 3 observations; TOT is 10, 25, 45. */
data w;
  if e = 0 then set have end=e;
  else stop;
  tot + number;
run;
proc print data=w; run;

/* S is 45. The second iteration reads nothing, writes the same again, and is the last. */
data t;
  do while (eof = 0);
    set have end=eof;
    s + number;
  end;
  output;
run;
proc print data=t; run;

data _null_;
  put e= one= two= first.number= last.number=;
  merge have(in=one) have(in=two) end=e;
  by number;
run;

data _null_;
  put e= one= first.number= last.number=;
  update have(in=one) have end=e;
  by number;
run;

data have;
  put e= one=;
  modify have(in=one) end=e;
run;

data _null_;
  put e= one=;
  set have(in=one) point=p nobs=n;
  stop;
  p = 1; e = one;
run;

/* The program may give its own value. */
data _null_;
  retain e 1;
  if e then put 'before ' e=;
  set have end=e;
  put e=;
run;

data _null_;
  infile datalines end=e eov=v;
  put e= v=;
  do until (e);
    input x;
  end;
  put x= e= v=;
  stop;
datalines;
1
2
;
