/* source: SAS 9.4 Functions and CALL Routines: Reference, CALL LOGISTIC, CALL SOFTMAX and CALL TANH Routines */
data _null_;
  a = 0.5; b = -0.5; call logistic(a, b); put a= b=;
  x = 0.5; y = -0.5; z = 1; call softmax(x, y, z); put x= y= z=;
  s = 0.5; t = -0.5; call tanh(s, t); put s= t=;
run;
/* log
a=0.6224593312 b=0.3775406688
x=0.3314989604 y=0.1219516523 z=0.5465493873
s=0.4621171573 t=-0.462117157
*/
