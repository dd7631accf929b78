/* source: STAT 4197/6197 course notes, Week 4, Example_put_align_values, Ex35_Arrays_to_assign_values (Rick Wicklin, SAS-L, 2016) (ProcJimi/curriculum, GitHub, 2019) */
data shares;
  input share se;
  text = catx(' ', put(share, 5.1), cats('(', put(se, 4.2), ')'));
  right = put(text, $11. -r);
  datalines;
23.05 1.9845
3.05 0.1845
;
proc print data=shares noobs; run;
data _null_;
  array x[3] (1, 2, 3);
  x_sum = put(sum(of x[*]), z6.);
  x_avg = put(mean(of x[*]), 5.1);
  x_std = put(std(of x[*]), 5.3);
  put _all_;
run;
/* log
x1=1 x2=2 x3=3 x_sum=000006 x_avg=2.0 x_std=1.000 _ERROR_=0 _N_=1
*/
/* listing
share se text right
23.05 1.9845 23.1 (1.98) 23.1 (1.98)
3.05 0.1845 3.1 (0.18) 3.1 (0.18)
*/
