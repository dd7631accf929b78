/* source: Ex10_first_var_last_var (Part 3) and its output BY_VAR.txt (github.com/ProcJimi/curriculum, Week6) */
data meals;
  input ID $ calories @@;
  datalines;
A 200 A 800 A 500 C 250 C 850 C 550 B 300 B 900 B 600 D 260 D 900 D 800
;
run;
proc sort data=meals;
  by ID;
run;
data _null_;
  set meals;
  by ID;
  if _n_ = 1 then put @10 'ID' +3 'Total_intake';
  if first.ID = 1 then total = 0;
  total + calories;
  if last.ID then put @11 ID +6 total;
run;
/* log
ID Total_intake
A 1500
B 1800
C 1650
D 1960
*/
