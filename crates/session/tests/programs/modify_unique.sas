/* A key that a unique index has already is not written, and the step goes on. */
data a(index=(id / unique  both=(group name) / unique));
  length name $ 4;
  do id = 1 to 5;
    group = mod(id, 2);
    name = put(id, 1.);
    output;
  end;
run;

/* Each observation takes the number of the next, which is there but for the last. */
data a;
  modify a;
  id = id + 1;
run;
proc print data=a; run;

/* What a program makes of it, with and without machine code. */
%macro try;
  data a;
    modify a(where=(id < 4));
    old = id;
    id = id * 2;
    replace;
    put old= id= _iorc_= _error_=;
    if _iorc_ = %sysrc(_senochn) then do;
      text = iorcmsg();
      put text=;
      id = 100 + old;
      _error_ = 0;
      replace;
      put _iorc_=;
    end;
    name = 'new';
    output;
    if _iorc_ = %sysrc(_senochn) then _error_ = 0;
  run;
  proc print data=a; run;
%mend;
%try
data a;
  modify a;
  if id > 100 then id = id - 100;
  else if id = 4 then id = 2;
  if name = 'new' then remove;
  else replace;
run;
options nomachinecode;
%try
options machinecode;

/* By transactions and by key. */
data changes;
  do id = 101, 6, 300; group = 9; name = 'same'; output; end;
run;
data a;
  modify a changes;
  by id;
  if _iorc_ = %sysrc(_dsenmr) then output;
  else replace;
  put id= _iorc_=;
  _error_ = 0;
run;
data a;
  set changes(keep=id);
  modify a key=id / unique;
  if _iorc_ = 0 then do;
    id = 4;
    replace;
  end;
  put id= _iorc_=;
  _error_ = 0;
run;
proc print data=a; run;
proc datasets library=work nolist;
  rebuild a;
quit;
%put %sysrc(_sok) %sysrc(_SENOCHN) %sysrc(_swnolib) %sysrc(_seinvln);
