/* source: Cumulative Totals (SAS Communities, solution by Jagadishkatam) */
data pay;
  input famid year faminc @@;
  datalines;
1 96 40000 1 97 40500 1 98 41000
2 96 45000 2 97 45400 2 98 45800
3 96 75000 3 97 76000 3 98 77000
;
run;
proc sort data=pay;
  by year;
run;
data pay2;
  set pay;
  by year;
  retain Sum;
  if first.year then Sum = faminc;
  else Sum + faminc;
run;
proc sort data=pay2;
  by famid year;
run;
proc print data=pay2;
run;
/* listing
Obs famid year faminc Sum
1 1 96 40000 40000
2 1 97 40500 40500
3 1 98 41000 41000
4 2 96 45000 85000
5 2 97 45400 85900
6 2 98 45800 86800
7 3 96 75000 160000
8 3 97 76000 161900
9 3 98 77000 163800
*/
