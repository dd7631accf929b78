/* source: STAT 4197/6197 course notes, Week 5, Ex7_wide_to_long (ProcJimi/curriculum, GitHub, 2019) */
data wide;
  input student_id $ Test1-Test5;
  datalines;
A001 80 80 80 82 75
B002 85 72 85 89 81
;
proc transpose data=wide out=long(rename=(_name_=Test col1=Score)); by student_id; run;
proc print data=long noobs; run;
/* listing
A001 Test1 80
A001 Test2 80
A001 Test3 80
A001 Test4 82
A001 Test5 75
B002 Test1 85
B002 Test2 72
B002 Test3 85
B002 Test4 89
B002 Test5 81
*/
