/* source: Week6_Part2.ipynb, Ex1_concat_interleave (Part 4) (github.com/ProcJimi/curriculum) */
data jan;
  input CustID Month $ purchased_amount;
  datalines;
11 Jan 237.4
12 Jan 249.2
13 Jan 227.7
;
run;
data feb;
  input CustID Month $ purchased_amount;
  datalines;
11 Feb 288.2
12 Feb 221.7
13 Feb 274.4
14 Feb 222.9
;
run;
data both;
  set jan feb;
  by CustID descending Month;
run;
proc print data=both noobs;
run;
/* listing
CustID Month purchased_amount
11 Jan 237.4
11 Feb 288.2
12 Jan 249.2
12 Feb 221.7
13 Jan 227.7
13 Feb 274.4
14 Feb 222.9
*/
