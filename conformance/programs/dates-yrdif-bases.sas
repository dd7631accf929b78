/* source: STAT 4197/6197 course notes, Week 4, Ex14_YRDIFF (ProcJimi/curriculum, GitHub, 2019) */
data _null_;
  from = '10jan2013'd; to = '10jul2017'd;
  days = to - from;
  y_age = yrdif(from, to, 'AGE');
  y30360 = yrdif(from, to, '30/360');
  yactact = yrdif(from, to, 'ACT/ACT');
  yact360 = yrdif(from, to, 'ACT/360');
  yact365 = yrdif(from, to, 'ACT/365');
  format from to date9. days y30360 yactact yact360 yact365 best.;
  putlog (_all_) (= / +2);
run;
/* log
from=10JAN2013
to=10JUL2017
days=1642
y_age=4.495890411
y30360=4.5
yactact=4.495890411
yact360=4.5611111111
yact365=4.498630137
*/
