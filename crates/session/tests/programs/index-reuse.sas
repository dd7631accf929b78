/* Indexes of compressed data sets whose observations have no numbers for the user: KEY=, BY and WHERE use them. */
options dlcreatedir;
libname made "&sysparm/made";
options msglevel=i nosyntaxcheck;
%macro use(options);
  data made.r (compress=char &options index=(k / unique  t));
    length k 8 t $ 40;
    do i = 1 to 500;
      k = mod(i * 7, 503); t = cats('t', mod(i, 10)); output;
    end;
    drop i;
  run;
  data made.r; modify made.r; if mod(k, 5) = 0 then remove; run;
  data _null_;
    do k = 3, 5, 499, 7;
      set made.r key=k / unique;
      put k= t= _iorc_=;
      _error_ = 0;
    end;
    stop;
  run;
  data _null_;
    set made.r end=last;
    by k;
    n + 1;
    if n <= 3 or last then put n= k= t=;
  run;
  data _null_;
    set made.r (idxwhere=yes) end=last;
    where t = 't3' and k < 200;
    n + 1;
    if last then put n= k=;
  run;
  data _null_; set made.r; where k = 3; put k= t=; run;
  data _null_; n = 1; set made.r point=n; stop; run;
%mend use;
%use(%str(pointobs=no))
%use(%str(reuse=yes))

/* WHERE uses an index without being told to once a step of the session has read all pages, until the data set changes. */
%macro learn(options);
  data made.s (compress=char &options index=(k));
    length t $ 300;
    do k = 1 to 5000;
      do i = 1 to 300; substr(t, i, 1) = byte(65 + mod(k * i + int(ranuni(7) * 26), 26)); end;
      output;
    end;
    drop i;
  run;
  data _null_; set made.s; where k = 777; put k=; run;
  data _null_; set made.s; where k = 778; put k=; run;
  data made.s; modify made.s; if k = 777 then remove; run;
  data _null_; set made.s; where k = 779; put k=; run;
  data _null_; set made.s; where k = 777; put 'not there'; run;
%mend learn;
%learn(%str(pointobs=no))
%learn(%str(reuse=yes))
