/* source: STAT 4197/6197 course notes, Week 5, Ex1_data_set_options_statements (Part 3) (ProcJimi/curriculum, GitHub, 2019) */
data d2014 d2015 d2016;
  course = 'Stat 4197/6197';
run;
data want;
  length year $8;
  set d2: indsname=from;
  from_x = from;
  year = substr(from, length(from) - 3);
run;
proc print data=want noobs; run;
/* listing
year course from_x
2014 Stat 4197/6197 WORK.D2014
2015 Stat 4197/6197 WORK.D2015
2016 Stat 4197/6197 WORK.D2016
*/
