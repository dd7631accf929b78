/* source: Proc Means output observation id associated with max and min age, statgeek solution (SAS-L; rogerjdeangelis on GitHub, 2019) */
data folk;
  input sex $ state $ age @@;
  datalines;
F NE 12 F CA 25 F RI 19 M AL 15 M VT 28 M NY 22 M MA 23
;
run;
proc summary data=folk nway;
  class sex;
  var age;
  output out=ends max=oldest maxid(age(state))=oldAt min=youngest minid(age(state))=youngAt;
run;
proc print data=ends noobs;
  var sex oldest oldAt youngest youngAt;
run;
/* listing
F 25 CA 12 NE
M 28 VT 15 AL
*/
