/* Totals of groups, an index of the last row, and lags. */
data sales;
  input region $ amount;
  datalines;
east 10
east 20
north 5
west .
west 7
;
run;

data totals;
  set sales;
  by region;
  retain largest;
  if first.region then do;
    total = 0;
    largest = .;
  end;
  total + amount;
  largest = max(largest, amount);
  before = lag(amount);
  if last.region;
  keep region total largest before;
run;

proc print data=totals;
  format total dollar8.2;
run;
