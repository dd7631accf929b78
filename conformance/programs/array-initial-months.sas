/* source: Initializing The Elements of A Static Array, SAS Component Language: Reference (SAS Institute) */
data _null_;
  array month[5] $ 3 ('jan' 'feb' 'mar' 'apr' 'may');
  do k = 1 to dim(month);
    put month[k];
  end;
run;
/* log
jan
feb
mar
apr
may
*/
