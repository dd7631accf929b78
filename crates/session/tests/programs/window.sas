/* FIRSTOBS= and OBS= read their pages alone. */
data long(bufsize=4k);
  do i = 1 to 20000;
    output;
  end;
run;

data last;
  set long(firstobs=19999);
run;

proc print data=last;
run;

data few;
  set long(firstobs=10000 obs=10003);
run;

proc print data=few;
run;

data none;
  set long(firstobs=20001);
run;
