/* source: I meet with a problem of data values in do loops (Hong-tian, SAS Communities, 2020) */
data grid;
  do g = 0.025 to 0.250 by 0.025; output; end;
run;
data hit;
  set grid;
  if g eq 0.2;
run;
data near;
  set grid;
  if fuzz(g - 0.2) = 0;
run;
data rounded;
  set grid;
  g = round(g, 0.001);
  if g = 0.2;
run;
data _null_; set hit nobs=n; run;
data _null_;
  if 0 then set hit nobs=a; if 0 then set rounded nobs=b;
  put a= b=;
  stop;
run;
/* log
a=0 b=1
*/
