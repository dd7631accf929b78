/* SASHELP is there without a word, and only read. */
proc print data=sashelp.class(obs=3);
run;

proc means data=sashelp.iris maxdec=2 mean std;
  class species;
run;

data tall;
  set sashelp.class;
  where height > 68;
run;

proc contents data=sashelp.class short;
run;

%put there: %sysfunc(exist(sashelp.class)) %sysfunc(exist(sashelp.cars));

data sashelp.class;
  x = 1;
run;

proc print data=sashelp.cars;
run;
