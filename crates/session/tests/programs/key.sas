/* Observations are looked up in an index. */
data prices;
  input part $ size price;
  datalines;
nut 2 0.5
bolt 1 1.5
nut 1 0.4
cam 1 7
nut 3 0.6
;
run;

proc datasets library=work nolist;
  modify prices;
  index create part;
  index create which=(part size) / unique;
quit;

data orders;
  input part $ size;
  datalines;
nut 1
nut 1
nut 1
nut 1
gear 1
nut 2
bolt 1
cam 2
;
run;

/* The same key again finds the next, and after the last, the first again. */
data _null_;
  set orders(keep=part);
  set prices key=part;
  put part= size= price= _iorc_= _error_=;
  _error_ = 0;
run;

/* UNIQUE begins at the first each time. */
data _null_;
  set orders(keep=part);
  set prices key=part/unique;
  put part= size= price= _iorc_=;
  if _iorc_ = %sysrc(_dsenom) then do;
    message = iorcmsg();
    put message=;
    _error_ = 0;
  end;
run;

/* Several variables; what is not found is logged. */
data found;
  set orders(obs=5);
  set prices(in=is_there) key=which;
  if is_there;
run;

proc print data=found;
run;

/* All of a key, and changes in place. */
data prices;
  length part $ 8;
  part = 'nut';
  do until (_iorc_ ne 0);
    modify prices key=part;
    if _iorc_ = 0 then do;
      price = price * 2;
      if size = 3 then remove;
      else replace;
    end;
  end;
  _error_ = 0;
  part = 'gear';
  size = 1;
  price = 9;
  output;
  stop;
run;

data prices;
  length part $ 8;
  part = 'gear';
  size = 1;
  modify prices key=which / unique;
  put part= price= _iorc_=;
  stop;
run;

data prices;
  set orders;
  modify prices key=which;
  if _iorc_ = 0 then do;
    price = -price;
    replace;
  end;
  else _error_ = 0;
run;

proc print data=prices;
run;

/* What it refuses. */
options nosyntaxcheck;

data wrong;
  set orders;
  set prices key=size;
run;

data wrong;
  set prices key=part;
run;

data wrong;
  set orders;
  set prices orders key=part end=e;
  by part;
run;

data wrong;
  set orders;
  set prices(drop=part) key=part;
run;

data wrong;
  set orders;
  set prices key=part/first;
run;

data prices;
  set orders;
  modify prices key=nothing;
run;
