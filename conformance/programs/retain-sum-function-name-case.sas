/* source: Week3_Part2.ipynb, Ex22_Retain_Sum_Statement (Part 2) (ProcJimi, github.com/ProcJimi/curriculum) */
data steady;
  retain Total_sales 0;
  format Sales Total_sales dollar8.;
  input month sales;
  Total_sales = sum(Total_sales, sales);
  datalines;
1 4000
2 5000
3 .
4 5500
5 5000
;
run;
proc print data=steady;
  var month sales Total_sales;
run;
/* listing
Obs month Sales Total_sales
1 1 $4,000 $4,000
2 2 $5,000 $9,000
3 3 . $9,000
4 4 $5,500 $14,500
5 5 $5,000 $19,500
*/
