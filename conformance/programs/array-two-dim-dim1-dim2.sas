/* source: Multidimensional Arrays: Creating and Processing, SAS 9.4 Language Reference: Concepts (SAS Institute) */
data _null_;
  array tg{2,5} c1t1-c1t5 c2t1-c2t5;
  a = dim1(tg); b = dim2(tg);
  put a= b=;
run;
/* log
a=2 b=5
*/
