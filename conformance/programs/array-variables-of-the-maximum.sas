/* source: Determining which variable produced the maximum value (SAS Communities; github.com/rogerjdeangelis) */
data have;
  input val1-val10;
  datalines;
12 4 19 4 12 4 1 5 22 7
1 22 4 45 48 36 20 18 16 25
30 35 1 35 16 17 26 35 21 8
42 20 0 47 48 3 48 43 8 41
;
data want;
  length var $ 50;
  set have;
  array vals(*) val1-val10;
  max = max(of val1-val10);
  do i = 1 to dim(vals);
    if vals(i) = max then var = catx('|', var, vname(vals(i)));
  end;
  put var;
run;
/* log
val9
val5
val2|val4|val8
val5|val7
*/
