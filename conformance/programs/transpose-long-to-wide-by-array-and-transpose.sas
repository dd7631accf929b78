/* source: STAT 4197/6197 course notes, Week 5, Ex6_long_to_wide, Parts 5 and 6 (ProcJimi/curriculum, GitHub, 2019) */
data long;
  input name $ test $ score @@;
  datalines;
John Test1 75 John Test2 85 John Test3 76 John Test4 72 John Test5 78 John HW1 82 John HW2 85
John Midterm 68 John Final 75 Hena Test1 75 Hena Test2 80
;
proc sort data=long; by name; run;
data want(drop=i test score);
  set long; by name;
  array t(9) Test1 Test2 Test3 Test4 Test5 HW1 HW2 Midterm Final;
  retain Test1--Final;
  if first.name then do; i = 1; call missing(of t(*)); end;
  t(i) = score;
  i + 1;
  if last.name;
run;
proc print data=want noobs; run;
proc transpose data=long out=wide(drop=_name_); by name; var score; id test; run;
proc print data=wide noobs; var name Test1 Test2 Test3 Test4 Test5 HW1 HW2 Midterm Final; run;
/* listing
name Test1 Test2 Test3 Test4 Test5 HW1 HW2 Midterm Final
Hena 75 80 . . . . . . .
John 75 85 76 72 78 82 85 68 75
Hena 75 80 . . . . . . .
John 75 85 76 72 78 82 85 68 75
*/
