/* Libraries that give text more room than its files have. */
libname a "&sysparm";

data a.towns;
  length town $ 5;
  format town $5.;
  town = 'Athen';
  n = 1;
run;

libname c cvp "&sysparm" cvpmultiplier=2;

proc contents data=c.towns;
run;

data long;
  set c.towns;
  town = trim(town) || '-Nord';
run;

proc print data=long;
run;

proc sort data=c.towns out=sorted;
  by town;
run;

libname b "&sysparm" cvpbytes=3 cvpformatwidth=no;

proc contents data=b.towns;
run;

data c.towns;
  n = 1;
run;

libname d "&sysparm" cvpmultiplier=0.5;
