/* source: STAT 4197/6197 course notes, Week 3, Ex8_Invalue_statement (ProcJimi/curriculum, GitHub, 2019) */
proc format;
  invalue gpa (upcase) 2.5-4.0=_same_ 'B'=3.0 other=.;
  invalue score (upcase just) 'A'=95 'B'=84 'C'=79 'D'=60;
run;
data gpas;
  input id $ gpa :gpa3. @@;
  put id gpa;
  datalines;
S001 2.8 S002 3.7 S004 b S006 3.2 S007 . S008 2.0
;
data scores;
  input @1 id $4. @6 grade score2.;
  put id grade;
  datalines;
S001 A
S002 D
S003 B
S007 c
;
/* log
S001 2.8
S002 3.7
S004 3
S006 3.2
S007 .
S008 .
S001 95
S002 60
S003 84
S007 79
*/
