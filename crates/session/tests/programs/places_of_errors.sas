/* Errors of options and of statements below a procedure point to where they stand. */
options nosyntaxcheck;
options obs=many
  lineesize=80;

libname other 'no/such/folder';

proc format;
  value same 1='a' 1='b';
run;

data a b(keep=x);
  x = 1; g = 'a'; h = 2;
run;

proc append
  base=nowhere.a
  data=a;
run;

proc append
  base=a
  data=none;
run;

proc contents
  varnum
  data=none;
run;

proc copy in=work
  out=work;
  select a;
run;

proc datasets nolist;
  copy
    out=work;
  select a;
run;
  contents
    data=none;
run;
  append base=a
    data=none;
run;
quit;

proc means
  data=a;
  var h;
  class g h;
run;

proc means
  data=a;
  var h;
  types g;
run;

proc means
  data=a;
  class g;
  ways 3;
run;

proc means
  data=a skewness;
  var x;
  weight h;
run;

proc means
  data=a noprint;
  var x;
  weight h;
  output out=c kurtosis=k;
run;

proc means
  data=a noprint;
  class g;
  output out=c mean(x)=g;
run;

proc means
  data=a noprint;
  output out=_null_ mean=;
run;

proc means
  data=a noprint;
  output out=c
    mean(y)=;
run;

proc print
  data=a;
  format x nosuch5.;
  var x;
run;

proc means
  data=a;
  var x;
  class g;
  format g $nosuch.;
run;

proc print
  data=a;
  sum g;
run;

proc sort
  data=a
  out=c
  dupout=d;
  by x;
run;

proc sort
  data=a out=c;
  by x x;
run;

proc sort
  data=a out=c nodupkey
  dupout=c;
  by x;
run;

proc sort
  data=a
  out=c(where=(x=1));
  by x;
run;

proc sort
  data=a(obs=1);
  by x;
run;

proc copy in=work
  out=work move;
  exclude b;
run;

libname there clear;

proc means
  data=a;
  var x g;
run;

proc means
  data=a;
  var x;
  freq g;
run;

proc format
  lib=other;
  value one 1='a';
run;

options cpucount=0;

data _null_;
  a = nothing(1);
  a = nothing(1);
  a = nothing(1);
  a = nothing(1);
  a = nothing(1);
  a = nothing(1);
  a = nothing(1);
  a = nothing(1);
run;
