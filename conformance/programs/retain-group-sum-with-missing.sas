/* source: Week6_Part2.ipynb, Ex8_Sum_Retain_Do_Until (Parts 1 and 5) (github.com/ProcJimi/curriculum) */
data amounts;
  infile datalines missover;
  input ID value;
  datalines;
1 40
1 30
1 20
3 60
3
2 30
2 50
;
run;
proc sort data=amounts;
  by ID;
run;
data summed;
  set amounts;
  by ID;
  if first.ID then sum_value = 0;
  sum_value + value;
  if last.ID;
  drop value;
run;
proc print data=summed noobs;
run;
/* listing
ID sum_value
1 90
2 80
3 60
*/
