/* source: STAT 4197/6197 course notes, Week 6, Ex10_first_var_last_var (ProcJimi/curriculum, GitHub, 2019) */
data have;
  input id $ calorie_intake @@;
  datalines;
A 200 A 800 A 500 C 250 C 850 C 550 B 300 B 900 B 600
;
proc sort data=have; by id; run;
data _null_;
  set have; by id;
  putlog id= first.id= last.id= calorie_intake=;
run;
/* log
id=A FIRST.id=1 LAST.id=0 calorie_intake=200
id=A FIRST.id=0 LAST.id=0 calorie_intake=800
id=A FIRST.id=0 LAST.id=1 calorie_intake=500
*/
