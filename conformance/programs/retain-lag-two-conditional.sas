/* source: Investigating the SAS Lag Function By Example, program lag_function.sas (Peter Clemmensen, SASnrd.com, 2019) */
data six;
  input id x @@;
  datalines;
1 1 1 2 1 3 2 4 2 5 2 6
;
run;
data _null_;
  set six;
  always = lag2(x);
  put id= x= always=;
run;
data _null_;
  set six;
  if mod(_n_, 2) = 0 then do;
    y = lag2(x);
    put id= x= y=;
  end;
run;
/* log
id=1 x=1 always=.
id=1 x=2 always=.
id=1 x=3 always=1
id=2 x=4 always=2
id=2 x=5 always=3
id=2 x=6 always=4
id=1 x=2 y=.
id=2 x=4 y=.
id=2 x=6 y=2
*/
