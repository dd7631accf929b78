/* source: Week5_Part2.ipynb, Ex6_long_to_wide (Part 5) (ProcJimi, github.com/ProcJimi/curriculum) */
data tests;
  input (Name Test) ($) Score;
  datalines;
John Test1 75
John Test2 85
John Test3 76
John Test4 72
John Test5 78
John HW1 82
John HW2 85
John Midterm 68
John Final 75
Hena Test1 75
Hena Test2 80
;
run;
proc sort data=tests;
  by Name;
run;
data across;
  set tests;
  by Name;
  array grade(9) Test1-Test5 HW1 HW2 Midterm Final;
  if first.Name then i = 1;
  grade(i) = Score;
  if last.Name then output;
  i + 1;
  retain Test1-Test5 HW1 HW2 Midterm Final;
  drop i Test Score;
run;
proc print data=across noobs;
run;
/* listing
Name Test1 Test2 Test3 Test4 Test5 HW1 HW2 Midterm Final
Hena 75 80 . . . . . . .
John 75 85 76 72 78 82 85 68 75
*/
