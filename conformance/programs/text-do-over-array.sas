/* source: STAT 4197/6197 course notes, Week 4, implicit arrays (ProcJimi/curriculum, GitHub, 2019) */
data _null_;
  array test x1-x5 (1, 3, 5, 6, 7);
  do over test;
    put test(_i_)=;
  end;
run;
/* log
x1=1
x2=3
x3=5
x4=6
x5=7
*/
