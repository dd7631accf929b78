/* source: What's Your _TYPE_? How to find the CLASS You Want in PROC SUMMARY (Frank Ferriola, SUGI 27, paper 77-27) */
data one;
  A=1; B=1; C=1; D=1; total=5;
run;
proc summary data=one;
  class A B C D;
  var total;
  output out=fourvar sum=sumtotal;
run;
data _null_;
  set fourvar;
  length by $ 8;
  by = cats(ifc(A, 'A', ' '), ifc(B, 'B', ' '), ifc(C, 'C', ' '), ifc(D, 'D', ' '));
  if 1 <= _type_ <= 9 then put _type_= by=;
run;
/* log
_TYPE_=1 by=D
_TYPE_=2 by=C
_TYPE_=3 by=CD
_TYPE_=4 by=B
_TYPE_=5 by=BD
_TYPE_=6 by=BC
_TYPE_=7 by=BCD
_TYPE_=8 by=A
_TYPE_=9 by=AD
*/
