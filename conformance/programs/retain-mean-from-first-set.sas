/* source: Week6_Part2.ipynb, Ex11_summary_detail (Parts 2 and 3) (github.com/ProcJimi/curriculum) */
data pupils;
  input Name $ Weight @@;
  datalines;
Alfred 112.5 Alice 84 Barbara 98 Carol 102.5 Henry 102.5 James 83 Jane 84.5
Janet 112.5 Jeffrey 84 John 99.5 Joyce 50.5 Judy 90 Louise 77 Mary 112
Philip 150 Robert 128 Ronald 133 Thomas 85 William 112
;
run;
proc summary data=pupils;
  var Weight;
  output out=average(drop=_type_ _freq_) mean(Weight)=avg_weight;
run;
proc print data=average noobs;
run;
data off;
  if _n_ = 1 then set average;
  set pupils;
  weight_deviation = 1 - Weight / avg_weight;
run;
proc print data=off;
  var Name Weight avg_weight weight_deviation;
  format avg_weight Weight 5.1 weight_deviation percent8.2;
run;
/* listing
100.026
1 Alfred 112.5 100.0 (12.47%)
2 Alice 84.0 100.0 16.02%
3 Barbara 98.0 100.0 2.03%
4 Carol 102.5 100.0 ( 2.47%)
5 Henry 102.5 100.0 ( 2.47%)
6 James 83.0 100.0 17.02%
7 Jane 84.5 100.0 15.52%
8 Janet 112.5 100.0 (12.47%)
9 Jeffrey 84.0 100.0 16.02%
10 John 99.5 100.0 0.53%
11 Joyce 50.5 100.0 49.51%
12 Judy 90.0 100.0 10.02%
13 Louise 77.0 100.0 23.02%
14 Mary 112.0 100.0 (11.97%)
15 Philip 150.0 100.0 (49.96%)
16 Robert 128.0 100.0 (27.97%)
17 Ronald 133.0 100.0 (32.97%)
18 Thomas 85.0 100.0 15.02%
19 William 112.0 100.0 (11.97%)
*/
