/* WHERE finds observations by an index where that pays, with the same result. */
options msglevel=i;
data big;
  length c $ 6;
  do i = 1 to 40000;
    k = mod(i * 7919, 40009);
    d = int(i / 100);
    c = cats('t', mod(i, 500));
    if mod(i, 1000) = 0 then d = .;
    output;
  end;
run;
proc datasets library=work nolist;
  modify big;
    index create k / unique;
    index create d / nomiss;
    index create who=(c d);
quit;

/* One observation. */
data _null_;
  set big;
  where k = 77;
  put i= k= d= c=;
run;

/* A range whose observations lie together. */
data found;
  set big;
  where d between 10 and 12 and c ^= 't7';
run;
data all;
  set big (idxwhere=no);
  where d between 10 and 12 and c ^= 't7';
run;
proc print data=found (obs=3);
run;
data _null_;
  merge found all (rename=(k=other));
  by i;
  if k ^= other then put 'They differ: ' i=;
run;

/* Missing values are not in an index with NOMISS; with a single value of C the next variable counts. */
proc means data=big n min max;
  where d <= 2 and c = 't50';
  var i;
run;
proc means data=big n min max;
  where d is missing;
  var i;
run;
proc means data=big n min max;
  where c in ('t17', 't18') and d in (10, 11, 12);
  var i;
run;

/* Too many observations for an index, unless one is asked for. */
data _null_;
  set big end=last;
  where k > 100;
  if last then put _n_=;
run;
data _null_;
  set big (idxwhere=yes) end=last;
  where k > 100;
  if last then put _n_=;
run;
data _null_;
  set big (idxname=who) end=last;
  where c = 't3' and k < 4000;
  if last then put _n_=;
run;
data _null_;
  set big (idxname=who) end=last;
  where k = 3;
  if last then put _n_=;
run;
/* BY in an order that only an index has. */
data _null_;
  set big;
  by c;
  if first.c and c in: ('t10', 't9 ') then put c= i=;
run;
data _null_;
  set big;
  by i;
run;
data _null_;
  set big;
  by c d;
  where c = 't44';
  if first.d and _n_ < 4 then put c= d= i=;
run;
proc means data=big n max;
  by c;
  where c <= 't10';
  var k;
run;

/* What cannot be. */
data _null_;
  set big (idxname=none);
  where k = 3;
run;
data _null_;
  set big (idxname=who idxwhere=yes);
  where k = 3;
run;
data out (idxwhere=yes);
run;
