/* WHERE in several statements, and patterns with an escape. */
data parts;
  input code $ price;
  datalines;
a_1 10
ab1 20
a%2 30
b_3 40
a_4 50
;
run;

data chosen;
  set parts(firstobs=1) parts(where=(price = 20));
  where code like 'a^_%' escape '^';
  where also price > 10 or price < 0;
run;
proc print data=chosen;
run;

proc print data=parts;
  where price > 10;
  where same and price < 50;
  where also code not like '%#%%' escape '#';
run;

* The bounds of BETWEEN are a range in whichever order, also where rows tell them;
proc print data=parts;
  where price between 40 and 10 and code between 'z' and 'a' and price between 1000 and price / 2;
run;

proc print data=parts;
  where price not between 40 and 10 or price between . and .z;
run;

* What sounds alike, and what is in no list;
proc print data=parts(where=(code =* 'aa' and price notin (10 20)));
run;

* A WHERE alone replaces what was before it;
data _null_;
  set parts;
  where price > 10;
  where also price < 30;
  where price = 40;
  put code=;
run;

data _null_;
  set parts;
  where code like 'a^_%' escape '^^';
run;

* A name that is not there is told once, and nothing is said of what it would be;
data _null_;
  set parts(where=(nope = 'zz' or code =: nope or nope in (1, 2) or price = 'x'));
run;
