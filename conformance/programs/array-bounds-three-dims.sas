/* source: HBOUND, LBOUND Functions, Example 2, SAS 9.4 Functions and CALL Routines: Reference (SAS Institute) */
data _null_;
  array cube{2:6,4:13,2} cube1-cube100;
  a = hbound(cube); b = hbound2(cube); c = hbound(cube,3);
  d = lbound(cube,1); e = lbound2(cube); f = lbound3(cube);
  put a= b= c= d= e= f=;
run;
/* log
a=6 b=13 c=2 d=2 e=4 f=1
*/
