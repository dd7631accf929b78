/* source: STAT 4197/6197 course notes, Week 10, TRANSLATE in a step and in %SYSFUNC (ProcJimi/curriculum, GitHub, 2019) */
data _null_;
  var1 = 'STAT 4197';
  var2 = translate(var1, '6', '4');
  put 'step: ' var1= var2=;
run;
%let m1 = STAT 4197;
%let m2 = %sysfunc(translate(&m1, 6, 4));
%put macro: &=m1 &=m2;
/* log
step: var1=STAT 4197 var2=STAT 6197
macro: M1=STAT 4197 M2=STAT 6197
*/
