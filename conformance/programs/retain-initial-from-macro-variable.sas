/* source: Week9.ipynb, Ex9_macro_vars_transfer (Part 2) (ProcJimi, github.com/ProcJimi/curriculum) */
%let m_avg_wt = 100.03;
data weights;
  retain avg_wt1 &m_avg_wt avg_wt2 "&m_avg_wt";
  avg_wt3 = symgetn("m_avg_wt");
  avg_wt4 = resolve('&m_avg_wt');
run;
proc print data=weights;
run;
proc contents data=weights;
run;
/* listing
Obs avg_wt1 avg_wt2 avg_wt3 avg_wt4
1 100.03 100.03 100.03 100.03
# Variable Type Len
1 avg_wt1 Num 8
2 avg_wt2 Char 6
3 avg_wt3 Num 8
4 avg_wt4 Char 200
*/
