/* Transactions replace what they have; missing values leave the master's. */
data master;
  input id name $ amount day :date9.;
  format day date9.;
  datalines;
1 Ada 10 01JAN2020
2 Ben 20 02JAN2020
4 Cleo 40 04JAN2020
6 Eva 60 06JAN2020
;
run;

data changes;
  length name $ 12;
  infile datalines missover;
  input id amount name $ note $ special $;
  if special = 'none' then amount = ._;
  if special = 'c' then amount = .c;
  drop special;
  datalines;
1 11 . first
1 . Adelaide second
2 . . . none
3 30 Dora new
3 31 . newer
6 . . . c
7 70
;
run;

data updated;
  update master(in=m) changes(in=c) end=last;
  by id;
  from_master = m;
  from_changes = c;
  is_last = last;
run;

proc print data=updated;
run;

/* Each transaction is an iteration. */
data _null_;
  update master changes;
  by id;
  put id= name= amount= first.id= last.id=;
run;

/* An OUTPUT statement writes at each of them: values are carried forward. */
data carried;
  update changes(obs=0) changes;
  by id;
  output;
run;

proc print data=carried;
run;

/* Missing values replace too. */
data replaced;
  update master changes updatemode=nomissingcheck;
  by id;
run;

proc print data=replaced;
run;

/* Of several in the master, the first is updated. */
data twice;
  set master master(where=(id = 2));
  amount + _n_ / 10;
run;

proc sort data=twice;
  by id;
run;

data of_twice;
  update twice changes(keep=id amount) updatemode=missingcheck;
  by id;
  put id= amount= first.id= last.id=;
run;

proc print data=of_twice;
run;

/* What it refuses. */
options nosyntaxcheck;

data unsorted;
  update master changes(rename=(id=other amount=id));
  by id;
run;

data wrong;
  update master;
  by id;
run;

data wrong;
  update master changes;
run;

data wrong;
  update master changes changes;
  by id;
run;

data wrong;
  update master changes updatemode=always;
  by id notsorted;
run;

data wrong;
  update master changes nobs=n;
  by amount;
run;
