/* source: Proc Means output observation id associated with max and min age, ID statement and AUTONAME (SAS-L; rogerjdeangelis on GitHub, 2019) */
data folk;
  input sex $ state $ age @@;
  datalines;
F NE 12 F CA 25 F RI 19 M AL 15 M VT 28 M NY 22 M MA 23
;
run;
proc summary data=folk nway;
  by sex;
  id state;
  var age;
  output out=ends(drop=_:) max= min= / autoname;
run;
proc print data=ends noobs;
  var sex state age_max age_min;
run;
/* listing
F RI 25 12
M VT 28 15
*/
