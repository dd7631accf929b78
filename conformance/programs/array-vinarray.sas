/* source: VINARRAY and VINARRAYX Functions, SAS 9.4 Functions and CALL Routines: Reference (SAS Institute) */
data _null_;
  array x(3) x1-x3;
  array vx(4) $ 6 vx1 vx2 vx3 vx4 ('x' 'x1' 'x2' 'x3');
  p = vinarrayx(vx(1));
  q = vinarrayx(vx(2));
  r = vinarray(x1);
  put p= q= r=;
run;
/* log
p=0 q=1 r=1
*/
