/* KEY= finds what WHERE finds: a value that the data set cannot hold is in no observation. */
data a(index=(x t both=(t x)));
  length x 3 t $ 3;
  do x = 0.1, 0.5, 7; t = 'abc'; output; end;
run;

data _null_; set a; where x = 0.1; put 'found: ' x=; run;

data _null_;
  length x 8 t $ 6;
  do x = 0.1, 0.5, 7, 8193, .;
    wanted = x;
    set a key=x / unique;
    put wanted= _iorc_=;
    _error_ = 0;
  end;
  do t = 'abc', 'abcd', 'ab';
    length word $ 6;
    word = t;
    set a key=t / unique;
    put word= _iorc_=;
    _error_ = 0;
  end;
  t = 'abcdef'; x = 7;
  set a key=both;
  put 'Both: ' _iorc_=;
  t = 'abc'; x = 7;
  set a key=both;
  put 'Both: ' _iorc_=;
  _error_ = 0;
  stop;
run;

/* As stored, it is found. */
data _null_;
  set a(obs=1);
  set a key=x;
  put _iorc_=;
  stop;
run;

/* MODIFY, too. */
data a;
  x = 0.1;
  modify a key=x / unique;
  put 'MODIFY: ' _iorc_=;
  _error_ = 0;
  stop;
run;
