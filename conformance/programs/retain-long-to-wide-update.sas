/* source: sas/wide_to_long_to_wide.sas (Bob Heckel, github.com/bheckel/code) */
data long;
  length rptrequirements $ 14 moyr $ 7;
  input rptrequirements moyr num value;
  datalines;
ATORVASTATIN feb2016 1 25729
ATORVASTATIN mar2016 2 27810
ATORVASTATIN apr2016 3 6856
CLOPIDOGREL feb2016 1 11884
CLOPIDOGREL mar2016 2 12842
CLOPIDOGREL apr2016 3 3246
Escitalopram feb2016 1 8706
Escitalopram mar2016 2 9369
Escitalopram apr2016 3 2210
;
run;
proc sort data=long;
  by rptrequirements moyr;
run;
data steps;
  set long;
  by rptrequirements moyr;
  retain feb2016 mar2016 apr2016;
  array m{*} feb2016 mar2016 apr2016;
  if first.moyr then call missing(of m{*});
  do j = 1 to dim(m);
    if num = j then m(j) = value;
  end;
  if last.moyr;
  drop moyr value num j;
run;
data wide;
  update steps(obs=0) steps;
  by rptrequirements;
run;
proc print data=wide;
run;
/* listing
Obs rptrequirements feb2016 mar2016 apr2016
1 ATORVASTATIN 25729 27810 6856
2 CLOPIDOGREL 11884 12842 3246
3 Escitalopram 8706 9369 2210
*/
