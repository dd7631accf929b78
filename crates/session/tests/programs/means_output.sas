/* PROC SUMMARY: output data sets and what is in them. */
data sales;
  input region $ kind $ amount units w;
  format amount dollar10.2;
  label amount='Amount sold';
  datalines;
east a 10 1 1
east a 20 2 2
east b 5 . 1
north a 7 3 0
west b . 4 2
west c 2 5 .
. a 3 6 1
;
run;

proc summary data=sales;
  class region kind;
  var amount units;
  output out=all sum= n(units)=n_units mean(amount)=average;
  output out=default;
  output out=auto(drop=_freq_ where=(_type_=3)) mean= std= median= / autoname autolabel;
run;

proc print data=all;
run;
proc print data=default;
  where _type_ in (0, 2);
run;
proc print data=auto label;
run;
proc contents data=auto;
run;

proc means data=sales noprint nway missing;
  class region;
  var amount;
  output out=regions(rename=(_freq_=rows)) min=least max=most range=;
run;
proc print data=regions;
run;

proc summary data=sales descendtypes;
  class region kind;
  types () kind region*kind;
  output out=counts;
run;
proc print data=counts;
run;

proc summary data=sales;
  class region kind;
  ways 1;
  output out=ways;
run;
proc print data=ways;
run;

proc means data=sales vardef=weight sumwgt sum mean std css uss;
  weight w;
  var amount;
run;

proc means data=sales n nmiss mean var stderr lclm median mode;
  freq units;
  var amount;
run;

data nothing;
  set sales;
  stop;
run;
proc means data=nothing;
  var amount;
  output out=none n=n mean=m;
run;
proc print data=none;
run;

proc summary data=sales;
  var amount;
  output out=twice mean= sum=;
run;
proc print data=twice;
run;

data again;
  set default;
run;
proc means data=again n;
  class _stat_;
  where _type_ = 3;
  var amount;
run;
