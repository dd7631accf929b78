/* source: STAT 4197/6197 course notes, Week 3, Ex25_date_group (ProcJimi/curriculum, GitHub, 2019) */
data have;
  call streaminit(123);
  a = '01JAN2016'd; b = '31DEC2016'd;
  do n = 1 to 3;
    do gender = 'Female', 'Male';
      date = a + floorz((b - a) * rand('uniform'));
      expense = floorz(1000 * rand('uniform'));
      put gender date date9.;
    end;
  end;
run;
/* log
Female 31JUL2016
Male 29JAN2016
Female 30APR2016
Male 03MAY2016
Female 21JAN2016
*/
