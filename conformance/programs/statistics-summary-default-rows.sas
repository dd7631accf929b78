/* source: The MEANS Procedure, Results: Output Data Set, default statistics (SAS OnlineDoc 8, z5ults) */
data few;
  do v=3, 5, 9; w=2; output; end;
run;
proc means data=few noprint;
  var v;
  output out=plain;
run;
proc means data=few noprint;
  var v; weight w;
  output out=heavy;
run;
data _null_;
  if 0 then set plain nobs=a;
  if 0 then set heavy nobs=b;
  put a= b=;
  stop;
run;
/* log
a=5 b=6
*/
