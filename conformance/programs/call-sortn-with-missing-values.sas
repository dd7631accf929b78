/* source: SAS 9.4 Functions and CALL Routines: Reference, CALL SORTN Routine */
data _null_;
  array x(10) (0, ., .a, 1e-12, -1e-8, .z, -37, 123456789, 1e20, 42);
  put (x(*)) (=);
  call sortn(of x(*));
  put (x(*)) (=);
run;
/* log
x1=0 x2=. x3=A x4=1E-12 x5=-1E-8 x6=Z x7=-37 x8=123456789 x9=1E20 x10=42
x1=. x2=A x3=Z x4=-37 x5=-1E-8 x6=0 x7=1E-12 x8=42 x9=123456789 x10=1E20
*/
