/* source: STAT 4197/6197 course notes, Week 4, Ex1_substr (ProcJimi/curriculum, GitHub, 2019) */
data _null_;
  a = 'Geology'; b = substr(a, 1, 3); c = a; substr(c, 1, 3) = 'Zoo';
  d = 'Stat4197'; e = substr(d, 5); f = substr(d, 5, 4);
  put (_all_) (=/);
run;
/* log
a=Geology
b=Geo
c=Zoology
d=Stat4197
e=4197
f=4197
*/
