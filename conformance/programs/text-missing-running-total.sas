/* source: STAT 4197/6197 course notes, Week 3, Ex22_Retain_Sum_Statement (ProcJimi/curriculum, GitHub, 2019) */
data totals;
  retain kept 0 from1000 1000;
  format sales kept plain from1000 dollar8.;
  input month sales;
  kept = sum(kept, sales);
  plain + sales;
  from1000 + sales;
  datalines;
1 4000
2 5000
3 .
4 5500
5 5000
;
proc print data=totals noobs; var month sales kept plain from1000; run;
/* listing
month sales kept plain from1000
1 $4,000 $4,000 $4,000 $5,000
2 $5,000 $9,000 $9,000 $10,000
3 . $9,000 $9,000 $10,000
4 $5,500 $14,500 $14,500 $15,500
5 $5,000 $19,500 $19,500 $20,500
*/
