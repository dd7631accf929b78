/* MODIFY with BY uses an index of the BY variables: with the same results as without one. */
%macro try(indexes);
  data with(index=(&indexes)) without;
    length town $ 8 street $ 6;
    do number = 1 to 20000;
      id = mod(number * 7919, 15000);
      town = put(mod(number, 97), z3.);
      street = put(mod(number * 31, 211), z3.);
      if mod(number, 500) = 0 then id = .;
      if mod(number, 700) = 0 then town = ' ';
      value = number;
      output;
    end;
  run;
  %modify(with)
  %modify(without)
  data _null_;
    set with end=last;
    set without(rename=(number=n id=i town=t street=s value=v));
    if number ne n or id ne i or town ne t or street ne s or value ne v then differ + 1;
    if last then put differ= _n_=;
  run;
%mend;

/* By a number, of which many occur twice; keys are changed, added and removed on the way. */
data changes;
  do k = 1 to 60;
    id = mod(k * 577, 15000);
    if k = 50 then id = .;
    if k > 55 then id = 40000;
    value = -k;
    do twice = 1 to 1 + mod(k, 2);
      output;
    end;
  end;
  keep id value;
run;
%macro modify(name);
  data &name;
    modify &name changes;
    by id;
    if _iorc_ ne 0 then do;
      _error_ = 0;
      town = 'new';
      output;
    end;
    else if mod(id, 7) = 0 then remove;
    else do;
      if mod(id, 5) = 0 then id = id + 1;
      replace;
    end;
  run;
%mend;
%try(id)

/* By texts, in another order than that of the index, and longer than the variables. */
data changes;
  length street town $ 12;
  do k = 1 to 60;
    town = put(mod(k * 3, 97), z3.);
    street = put(mod(k * 93, 211), z3.);
    if k > 50 then town = trim(town) || '     longer';
    if k = 50 then town = ' ';
    value = -k;
    output;
  end;
  keep town street value;
run;
%macro modify(name);
  data &name;
    length street town $ 12;
    modify &name changes;
    by street town;
    if _iorc_ ne 0 then _error_ = 0;
    else replace;
  run;
%mend;
%try(%str(place=(town street)))

/* Indexes that do not serve: without missing values, of other variables, of one more, and against the order. */
data changes;
  do id = ., 14, 15; value = -1; output; end;
run;
%macro modify(name);
  data &name;
    modify &name changes;
    by id;
    if _iorc_ ne 0 then _error_ = 0;
    else replace;
  run;
%mend;
%try(%str(id / nomiss  town  both=(id town)))
%macro modify(name);
  data &name;
    modify &name changes;
    by descending id;
    if _iorc_ ne 0 then _error_ = 0;
    else replace;
  run;
%mend;
%try(id)
