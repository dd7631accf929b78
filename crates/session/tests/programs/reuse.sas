/* REUSE=YES: observations that MODIFY adds take the space of deleted ones. */
options dlcreatedir;
libname made "&sysparm/made" compress=char;

data made.stock(reuse=yes bufsize=4k);
  length part $ 12 remark $ 60;
  do number = 1 to 1000;
    part = cats('part', number);
    remark = 'bought';
    output;
  end;
run;

proc datasets library=made nolist;
  modify stock;
    index create number / unique;
quit;

proc contents data=made.stock; run;

/* In one step as many are added as are removed, and none of them is read by it. */
data made.stock;
  modify made.stock;
  if mod(number, 3) = 0 then do;
    remove;
    number = number + 1000;
    remark = 'again';
    output;
  end;
  else if number > 1000 then put 'ERROR: ' number=;
run;
proc contents data=made.stock; run;

/* Removed by one step, and added by another. */
data made.stock;
  modify made.stock;
  if 500 < number <= 700 then remove;
run;
data made.stock;
  modify made.stock;
  if _n_ = 1 then do number = 2001 to 2100;
    remark = 'later';
    output;
  end;
  if number > 2000 then stop;
run;
proc contents data=made.stock; run;

/* Each is found by its key, and where it is. */
data made.stock;
  do number = 3, 1003, 550, 2001, 2100, 701;
    modify made.stock key=number / unique;
    if _iorc_ = %sysrc(_sok) then put number= remark=;
    else put number= 'is not there';
    _error_ = 0;
  end;
  stop;
run;
proc print data=made.stock(firstobs=498 obs=504); run;

/* What APPEND adds goes to the end, as in SAS. */
data more;
  length part $ 12 remark $ 60;
  number = 3001; part = 'more'; remark = 'appended';
run;
proc append base=made.stock data=more; run;
data _null_;
  set made.stock end=last;
  retain least;
  if number > 2000 then least = min(least, _n_);
  if last then put _n_= number= least=;
run;

/* No observation has a number by which it could be read. */
data _null_;
  n = 1;
  set made.stock point=n;
  stop;
run;
