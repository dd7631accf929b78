/* source: STAT 4197/6197 course notes, Week 3, Ex3_Picture_Statement (ProcJimi/curriculum, GitHub, 2019) */
proc format;
  picture thou (round) low-high='000,000,000' (mult=.001);
  picture mil (round) low-high='0,000,000,000' (mult=.000001);
  picture m (round) low-high='0,000.9 M' (mult=.00001);
run;
data pop;
  input name $1-14 pop :comma.;
  put name pop comma13. +1 pop mil. +1 pop thou. +1 pop m.;
  datalines;
CHINA          1,323,344,591
INDIA          1,103,370,802
;
/* log
CHINA 1,323,344,591 1,323 1,323,345 1,323.3 M
INDIA 1,103,370,802 1,103 1,103,371 1,103.4 M
*/
