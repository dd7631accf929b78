/* Every observation is rewritten, unless something else is said. */
data stock;
  input part $ amount price;
  datalines;
bolt 10 1.5
nut 20 0.5
gear 30 12
bolt 40 2
cam 50 7
;
run;

data stock;
  modify stock end=last;
  amount = amount + 1;
  is_new = 1;
  if last then put part= amount= is_new=;
run;

proc print data=stock;
run;

/* REPLACE, REMOVE and OUTPUT, beside a data set that is made. */
data stock taken(keep=part amount);
  modify stock(where=(amount < 50));
  if part = 'nut' then remove;
  else if part = 'gear' then do;
    output taken;
    price = price * 2;
    replace stock;
  end;
  else if price = 2 then do;
    part = 'screw';
    output stock;
  end;
run;

proc print data=stock;
run;

proc print data=taken;
run;

/* By number: of 6, one is deleted. */
data stock;
  do i = 1 to n + 1;
    modify stock point=i nobs=n;
    put i= part= _iorc_= _error_=;
    if _iorc_ = %sysrc(_sok) then do;
      amount = i;
      replace;
    end;
    _error_ = 0;
  end;
  stop;
run;

proc print data=stock;
run;

/* The first observation with the BY values of each transaction; nothing is sorted. */
data changes;
  infile datalines missover;
  input part $ amount price color $;
  datalines;
cam 5 . red
bolt . 3 blue
wheel 1 1 .
wheel 2 2 .
nut 3 3 .
cam . 8 green
nut 4 4 .
;
run;

data stock;
  modify stock changes;
  by part;
  put part= amount= price= color= first.part= last.part= _iorc_=;
  select (_iorc_);
    when (%sysrc(_sok)) replace;
    when (%sysrc(_dsenmr)) do;
      text = iorcmsg();
      put text=;
      _error_ = 0;
      if part = 'nut' then output;
    end;
    when (%sysrc(_dsemtr)) do;
      text = iorcmsg();
      put text=;
      _error_ = 0;
    end;
    otherwise abort;
  end;
run;

proc print data=stock;
run;

data stock;
  modify stock changes(obs=1 keep=part amount price) updatemode=nomissingcheck;
  by part;
  if part = 'cam' then price = .;
run;

/* What failed changed nothing. */
options nosyntaxcheck;

data stock;
  modify stock changes;
  by part;
run;

data stock;
  modify stock;
  remove;
  replace;
run;

data stock;
  modify stock point=p;
  p = 100;
  replace;
  stop;
run;

data stock;
  if _n_ = 1 then replace;
  modify stock;
run;

proc print data=stock;
run;

/* What it refuses. */
data other;
  modify stock;
run;

data stock(keep=part);
  modify stock;
run;

data stock other;
  modify stock;
  replace other;
run;

data other;
  set stock;
  remove;
run;

data stock;
  modify stock;
  by part;
run;

data stock;
  modify stock changes;
run;

data stock;
  modify stock(obs=2) changes;
  where amount > 1;
  by part;
run;

data stock;
  modify stock changes stock;
run;

data stock;
  do p = 1 to 3;
    modify stock point=p end=e;
  end;
run;

data stock;
  modify stock;
  if _iorc_ = %sysrc(_other) then stop;
run;

data nothing_there;
  modify nothing_there;
run;
