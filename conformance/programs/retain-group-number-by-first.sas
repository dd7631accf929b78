/* source: FIRST., by/first.sas (renenyffenegger.ch, github about-SAS); group numbers of three names */
data in;
  input txt $ num @@;
  datalines;
foo 17 bar 9 bar 22 foo 86 baz 55 foo 6 bar 84 baz 21 bar 64
;
proc sort data=in; by txt; run;
data out;
  set in; by txt;
  if first.txt then group + 1;
run;
proc print data=out noobs; run;
/* listing
bar 9 1
bar 22 1
bar 84 1
bar 64 1
baz 55 2
baz 21 2
foo 17 3
foo 86 3
foo 6 3
*/
