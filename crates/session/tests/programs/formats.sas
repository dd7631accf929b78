/* Formats of one's own. */
proc format;
  value age low-<18 = 'child' 18-64 = 'adult' 65-high = 'senior' other = 'unknown';
  value $sex 'f' = 'female' 'm' = 'male';
run;

data people;
  input age sex $;
  label age = 'Age in years';
  format age age. sex $sex.;
  datalines;
17.9 f
18 m
65 f
. x
;
run;

proc print data=people label;
run;

data _null_;
  set people;
  years = put(age, 6.1);
  group = put(age, age.);
  put years= group= sex=;
run;
