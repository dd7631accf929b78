* One-way tables, crosstabs, strata and lists of PROC FREQ;
proc format;
  value ages low-12='young' 13-14='middle' 15-high='old';
run;
data class;
  input name $ sex $ age team $ points;
  label team='Team in the league';
  datalines;
Alice F 13 red 2
Barbara F 13 blue 1
Carol F 14 red 4
Jane F 12 red 2.5
Janet F 15 blue .
Joyce F 11 . 3
Judy F 14 blue 0
Louise F 12 blue 1
Mary F 15 red 2
Alfred M 14 red 3
Henry M 14 blue 1
James M 12 red 2
Jeffrey M 13 . 2
John M 12 red 2
Philip M 16 blue 5
Robert M 12 blue 1
Ronald M . red 1
Thomas M 11 blue 2
William M 15 red 3
;
run;
title 'One-way tables';
proc freq data=class;
  tables sex age team;
  format age ages.;
run;
title 'Order and fewer columns';
proc freq data=class order=freq;
  tables age / nocum;
  tables team / missing nopercent;
run;
title 'Crosstabs';
proc freq data=class;
  tables sex*team age*sex / missing;
  tables sex*age / nocol norow;
  format age ages.;
run;
title 'Strata and a list';
proc freq data=class order=formatted;
  tables team*sex*age / nocol norow nopercent;
  tables team*sex*age / list sparse;
  format age ages.;
run;
title 'Weights and groups';
proc sort data=class out=sorted; by sex; run;
proc freq data=sorted;
  by sex;
  weight points;
  tables team / out=counts outcum;
run;
proc print data=counts; run;
title 'Data sets';
proc freq data=class noprint;
  tables sex*team / out=both outpct outexpect sparse;
  tables team*sex*age / out=three outpct;
  format age ages.;
run;
proc print data=both label; run;
proc print data=three; run;
proc contents data=both; run;
