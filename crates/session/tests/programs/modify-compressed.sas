/* Observations of a compressed data set are changed in its file; deleted ones keep their numbers. */
options dlcreatedir;
libname made "&sysparm/made" compress=char;

data made.stock(bufsize=4k);
  length part $ 12 remark $ 200;
  do number = 1 to 400;
    part = cats('part', number);
    remark = 'none';
    output;
  end;
run;

proc datasets library=made nolist;
  modify stock;
    index create number / unique;
    index create part;
quit;

/* Many become longer than their places, and then than the room on their pages. */
data made.stock;
  modify made.stock end=last;
  if mod(number, 100) = 7 then remove;
  else if mod(number, 3) = 0 then do;
    remark = repeat(put(number, 8.), 20);
    replace;
  end;
  if last then do;
    number = 401;
    part = 'added';
    remark = ' ';
    output;
  end;
run;

/* By their numbers, by key, and in order. */
data _null_;
  do at = 6 to 8, 307, 400, 401;
    set made.stock point=at nobs=n;
    if _error_ then put at= 'is deleted';
    else put at= number= part= n= remark= $20.;
    _error_ = 0;
  end;
  stop;
run;

data _null_;
  do number = 99, 107, 401;
    set made.stock key=number / unique;
    if _iorc_ = %sysrc(_sok) then put number= part= remark= $20.;
    else put number= 'is not there';
    _error_ = 0;
  end;
  stop;
run;

data _null_;
  set made.stock end=last;
  if mod(number, 3) = 0 and remark ne repeat(put(number, 8.), 20) then put 'ERROR: ' number= remark=;
  if mod(number, 3) and number <= 400 and remark ne 'none' then put 'ERROR: ' number= remark=;
  sum + number;
  if last then put _n_= sum=;
run;

proc print data=made.stock(firstobs=395 drop=remark); run;
proc contents data=made.stock; run;

/* What is added to it goes to its indexes, too. */
data more;
  length part $ 12 remark $ 200;
  do number = 399 to 405;
    part = 'more';
    output;
  end;
run;
proc append base=made.stock data=more; run;
proc print data=made.stock(drop=remark);
  where part = 'more' or number = 401;
run;

/* What failed changed nothing. */
options nosyntaxcheck;
data made.stock;
  modify made.stock;
  array two{2} _temporary_;
  number = number + 1000;
  remark = 'changed';
  if _n_ = 100 then two{_n_} = 1;
run;
data _null_;
  set made.stock end=last;
  where remark = 'changed' or number = 1;
  put number= remark=;
run;

/* Without a directory of its pages, by key and in order, but not by number. */
data made.reused(reuse=yes compress=binary); set made.stock; run;
data made.reused;
  modify made.reused;
  if number < 395 then remove;
run;
data made.reused;
  modify made.reused more(obs=2);
  by number;
  if _iorc_ = %sysrc(_sok) then do;
    remark = 'by number';
    replace;
  end;
run;
proc print data=made.reused; run;
data made.reused;
  n = 1;
  modify made.reused point=n;
  remove;
  stop;
run;
