/* An array of a list that names no variable has no elements: the step runs with a warning, and an index of it is out
   of range. ONE has N=0 and X=5. */
data start; x = 5; run;

data one;
  set start;
  array texts{*} _character_;
  do i = 1 to dim(texts);
    texts{i} = upcase(texts{i});
    put texts{i}= texts{i} $8.;
  end;
  n = dim(texts);
  drop i;
run;
proc print data=one; run;

data two;
  set start;
  array none{*} q:;
  array names{*} $ _char_;
  m = n(of none{*}, 1); l = lbound(none); h = hbound(none); in = 5 in none; name = 'none';
  do i = 1 to dim(none); none{i} + 1; name = vname(names{i}); end;
  drop i;
run;
proc print data=two; run;

/* CALL routines have nothing to change then; M stays 5. */
data missing;
  set start;
  array none{*} q:;
  array texts{*} _character_;
  call missing(of none{*});
  call missing(of none{*}, of texts{*});
  call sortn(of none{*});
  call missing(of none{*}, y);
run;
proc print data=missing; run;

data three;
  set start;
  array texts{*} _character_;
  i = 1;
  t = texts{i};
run;
