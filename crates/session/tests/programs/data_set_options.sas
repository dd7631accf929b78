/* Which names the options of a data set mean: KEEP and DROP first, then RENAME, then WHERE. */
options nosyntaxcheck;
data all;
  do x = 1 to 6;
    y = x * 10;
    z = mod(x, 2);
    output;
  end;
run;

data in_order;
  set all(keep=x y rename=(x=xx) where=(xx > 3) firstobs=2 obs=3);
  put _n_= xx= y=;
run;

data old_name;
  set all(where=(x > 1) rename=(x=xx));
run;

data not_there;
  set all(drop=x where=(x > 1));
run;

data made(where=(number > 40) rename=(y=number) keep=y z) odd(keep=x where=(x < 4));
  set all;
  if z then output odd;
  output made;
run;

data _null_;
  set made odd end=last nobs=total;
  put _all_;
run;

data statements;
  set all;
  where y between 20 and 50 and x not in (3);
  keep y yy;
  yy = y + z;
  rename y=w;
run;

data _null_;
  set statements;
  put w= yy=;
run;

data _null_;
  set all(firstobs=5) all(obs=1) end=last;
  put x= last=;
run;
