/* Files of several groups of rows: their order, and parts of them. */
%let folder = &sysparm;
libname p parquet "&folder";
libname a arrow "&folder";
%let rows = 140000;

data p.x a.x;
  length text $ 20;
  do i = 1 to &rows;
    group = ceil(i / 50000);
    text = cats('text', i);
    output;
  end;
run;

%macro check(data);
data _null_;
  set &data end=last;
  if i ne _n_ or text ne cats('text', i) then do;
    put 'Not in order: ' _n_= i=;
    stop;
  end;
  if last then put _n_=;
run;
data _null_;
  set &data (firstobs=131070 obs=131075 keep=i);
  put i= @;
run;
data _null_;
  set &data (where=(mod(i, 70000) = 0));
  put i= group= text=;
run;
data _null_;
  set &data (firstobs=120000 keep=i group);
  by group;
  if first.group then put i= group=;
run;
data _null_;
  set &data (obs=2) &data (firstobs=139999);
  put i= @;
run;
proc means data=&data (firstobs=130001 obs=135000) n min max; var i; run;
%mend;
%check(p.x)
%check(a.x)
