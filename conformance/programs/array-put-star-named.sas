/* source: How to sort an array in SAS, values before sorting (9to5sas.com) */
data _null_;
  array x {10} (80 1 32 5 44 55 19 92 33 66);
  put +3 (x[*])(=);
run;
/* log
x1=80 x2=1 x3=32 x4=5 x5=44 x6=55 x7=19 x8=92 x9=33 x10=66
*/
