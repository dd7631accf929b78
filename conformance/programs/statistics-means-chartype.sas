/* source: The MEANS Procedure, Results: Output Data Set, CHARTYPE (SAS Base Procedures Guide 9.3, n026epq8bpz1f9n10oeb7zen7s1e) */
data one;
  A='a'; B='b'; C='c'; v=1;
run;
proc means data=one noprint chartype;
  class A B C;
  types C A*C;
  var v;
  output out=kinds sum=;
run;
data _null_;
  set kinds;
  put _type_=;
run;
/* log
_TYPE_=001
_TYPE_=101
*/
