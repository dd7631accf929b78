/* source: Week3_Part2.ipynb, Ex22_Retain_Sum_Statement (Part 3) (ProcJimi, github.com/ProcJimi/curriculum) */
data steady;
  retain Total_sales 1000;
  input month sales;
  Total_sales + sales;
  format Sales Total_sales dollar8.;
  datalines;
1 4000
2 5000
3 .
4 5500
5 5000
;
run;
proc print data=steady noobs;
  var month sales Total_sales;
run;
/* listing
month sales Total_sales
1 $4,000 $5,000
2 $5,000 $10,000
3 . $10,000
4 $5,500 $15,500
5 $5,000 $20,500
*/
