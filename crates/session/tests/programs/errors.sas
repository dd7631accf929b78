/* What is wrong is said with its place, and what follows is checked but not run. */
data good;
  x = 1;
run;

data bad;
  set good;
  y = x +;
  z = nofunction(x);
run;

data after;
  set good;
run;

data later;
  set nowhere.good;
run;

proc nothing data=good;
run;
