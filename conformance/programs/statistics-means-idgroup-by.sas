/* source: Proc Means output observation id associated with max and min age (SAS-L, rogerjdeangelis on GitHub, 2019) */
data folk;
  input sex $ state $ age @@;
  datalines;
F NE 12 F CA 25 F RI 19 M AL 15 M VT 28 M NY 22 M MA 23
;
run;
proc means noprint nway data=folk;
  var age;
  by sex;
  output out=ends(drop=_type_ _freq_)
    idgroup(max(age) out[1] (age state)=maxVal maxState)
    idgroup(min(age) out[1] (age state)=minVal minState);
run;
proc print data=ends noobs; run;
/* listing
F 25 CA 12 NE
M 28 VT 15 AL
*/
