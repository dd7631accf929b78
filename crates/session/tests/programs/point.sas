/* Every third observation, by its number. */
data a;
  do i = 1 to 10;
    x = i * i;
    name = 'row ' || put(i, z2.);
    output;
  end;
run;

data third;
  do number = 1 to last by 3;
    set a point=number nobs=last;
    output;
  end;
  stop;
run;

proc print data=third;
run;

/* In an order of its own, with another data set that ends the step. */
data order;
  input n;
  datalines;
7
2
2
9.9
;
run;

data ordered;
  set order;
  set a(keep=name x rename=(x=square)) point=n;
  number = n;
run;

proc print data=ordered;
run;

/* Numbers that there are not: the values before stay, and the observation is logged. */
data _null_;
  do p = 3, 0, 11, ., -1, 4;
    set a(drop=i) point=p;
    put p= x= name= _error_=;
    _error_ = 0;
  end;
  set a point=p2;
  stop;
run;

/* Several data sets are numbered one behind the other. */
data b;
  do i = 101 to 102;
    y = -i;
    output;
  end;
run;

data _null_;
  do p = n, 1, 11, 12;
    set a(in=in_a) b(in=in_b) point=p nobs=n;
    put p= n= i= x= y= in_a= in_b=;
  end;
  stop;
run;

/* What it refuses. */
options nosyntaxcheck;

data endless;
  do p = 1 to n;
    set a point=p nobs=n;
    output;
  end;
run;

data wrong;
  set a point=p end=e;
  stop;
run;

data wrong;
  set a(where=(x > 1)) point=p;
  where x > 2;
  by x;
  stop;
run;

data wrong;
  set a(firstobs=2 obs=3) point=p;
  stop;
run;

data wrong;
  merge a b point=p;
run;

data wrong;
  set a key=x;
run;
/* Compressed observations. */
data packed(compress=char); length text $ 300; do id = 1 to 200; text = repeat('ab', mod(id, 7) * 20); output; end; run;
data _null_;
  do n = 200, 1, 117;
    set packed point=n;
    put id= text= $12.;
  end;
  stop;
run;
