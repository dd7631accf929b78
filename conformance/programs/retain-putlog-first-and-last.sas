/* source: Week6_Part2.ipynb, Ex10_first_var_last_var (Part 2) (ProcJimi, github.com/ProcJimi/curriculum) */
data meals;
  input ID $ calorie_intake @@;
  datalines;
A 200 A 800 A 500 B 300 B 900 B 600 C 250 C 850 C 550 D 260 D 900 D 800
;
run;
data _null_;
  set meals;
  by ID;
  putlog ID= first.ID= last.ID= calorie_intake=;
run;
/* log
ID=A FIRST.ID=1 LAST.ID=0 calorie_intake=200
ID=A FIRST.ID=0 LAST.ID=0 calorie_intake=800
ID=A FIRST.ID=0 LAST.ID=1 calorie_intake=500
ID=B FIRST.ID=1 LAST.ID=0 calorie_intake=300
ID=B FIRST.ID=0 LAST.ID=0 calorie_intake=900
ID=B FIRST.ID=0 LAST.ID=1 calorie_intake=600
ID=C FIRST.ID=1 LAST.ID=0 calorie_intake=250
ID=C FIRST.ID=0 LAST.ID=0 calorie_intake=850
ID=C FIRST.ID=0 LAST.ID=1 calorie_intake=550
ID=D FIRST.ID=1 LAST.ID=0 calorie_intake=260
ID=D FIRST.ID=0 LAST.ID=0 calorie_intake=900
ID=D FIRST.ID=0 LAST.ID=1 calorie_intake=800
*/
