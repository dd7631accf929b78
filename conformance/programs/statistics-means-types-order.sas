/* source: The MEANS Procedure, TYPES statement: Order of Analyses in the Output (SAS Base Procedures Guide 9.2, a000222729) */
data one;
  A='a'; B='b'; C='c'; v=1;
run;
proc summary data=one;
  class A B C;
  types (A B)*C;
  var v;
  output out=kinds sum=;
run;
data _null_;
  set kinds;
  length which $ 5;
  which = catx('*', ifc(A=' ', ' ', 'A'), ifc(B=' ', ' ', 'B'), ifc(C=' ', ' ', 'C'));
  put which= _type_=;
run;
proc summary data=one;
  class B A C;
  types (A B)*C;
  var v;
  output out=swapped sum=;
run;
data _null_;
  set swapped(obs=1);
  length first $ 5;
  first = catx('*', ifc(A=' ', ' ', 'A'), ifc(B=' ', ' ', 'B'), ifc(C=' ', ' ', 'C'));
  put first=;
run;
/* log
which=B*C _TYPE_=3
which=A*C _TYPE_=5
first=A*C
*/
