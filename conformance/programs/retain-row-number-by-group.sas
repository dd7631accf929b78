/* source: SAS Row Number by Group (2020) */
data regions;
  input Region $ Sales @@;
  datalines;
North 500 North 300 North 700 South 600 South 400
;
run;
data numbered;
  set regions;
  by Region;
  if first.Region then rn = 1;
  else rn + 1;
run;
proc print data=numbered noobs;
run;
/* listing
North 500 1
North 300 2
North 700 3
South 600 1
South 400 2
*/
