/* source: Initializing The Elements of A Static Array, SAS Component Language: Reference (SAS Institute) */
data _null_;
  array again[17] (0,3*1,4*(2,3,4),0);
  put again1-again17;
run;
/* log
0 1 1 1 2 3 4 2 3 4 2 3 4 2 3 4 0
*/
