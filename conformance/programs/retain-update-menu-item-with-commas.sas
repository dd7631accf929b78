/* source: Week6_Part2.ipynb, Ex3_merge_update_BY (Parts 4 to 6) (github.com/ProcJimi/curriculum) */
data menu;
  infile datalines dlm=',';
  input Id item & $14. sub_6_inch footlong;
  datalines;
1,Cold Cut Combo,3.50, 5.00
2,Pizza Sub,3.50, 5.00
3,Spicy Italian,3.50, 5.00
4,Veggie Delite, 3.50, 5.00
5,Turkey Breast, 4.00, 6.00
6,Tuna,             4.00, 6.00
7,Veggie Patty,     4.00, 6.00
8,Subway Club,     4.50, 7.00
9,Subway Melt,     4.50, 7.00
10,Steak & Cheese, 4.50, 7.25
11,Roast Beef,     4.50, 7.25
;
run;
data dearer;
  infile datalines dlm=',';
  input Id item & $14. sub_6_inch footlong;
  datalines;
9,Subway Melt,     5.50, 8.00
10,Steak & Cheese, 5.50, 9.25
11,Roast Beef,     5.50, 8.25
;
run;
data now;
  update menu dearer;
  by Id;
run;
proc print data=now noobs;
run;
/* listing
Id item sub_6_inch footlong
1 Cold Cut Combo 5.0 2.00
3 Spicy Italian, 5.0 4.00
5 Turkey Breast 4.0 6.00
6 Tuna 4.0 6.00
7 Veggie Patty 4.0 6.00
8 Subway Club 4.5 7.00
9 Subway Melt 5.5 8.00
10 Steak & Cheese 5.5 9.25
11 Roast Beef 5.5 8.25
*/
