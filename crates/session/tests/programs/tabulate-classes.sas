/* PROC TABULATE: missing levels, orders, formats that group, weights, BY, WHERE, OUT=. */
data sales;
  input shop $ month units cost how_many weight;
  datalines;
north 3 5 1.5 1 1
north 1 . 2.5 2 0.5
south 2 7 2 1 2
south 1 9 3.5 3 1
. 1 4 8 1 1
east . 2 1 1 1
east 12 3 4 2 3
south 2 1 1 1 .
;
run;

title 'Observations with a missing level do not count';
proc tabulate data=sales format=6.;
  class shop month;
  table shop all, month all;
run;

title 'unless they are levels';
proc tabulate data=sales format=6. missing;
  class shop month;
  table shop all, month all;
run;

title 'Orders';
proc tabulate data=sales format=6. order=freq;
  class shop;
  class month / missing order=data;
  table shop, month;
run;

proc tabulate data=sales format=6.;
  class shop / descending;
  class month / order=formatted missing;
  var units;
  table shop*units, month*(n nmiss sum);
run;

title 'Levels that a format makes';
proc format;
  value part low-3='Spring' 4-high='Later';
run;

proc tabulate data=sales format=6. order=data;
  class shop month;
  format month part.;
  table month all, shop all;
  keylabel all='Total' n=' ';
run;

title 'Weights and frequencies';
proc tabulate data=sales format=8.3;
  class shop;
  var units cost / weight=weight;
  freq how_many;
  table shop all, n (units cost)*(n sumwgt sum mean std);
run;

title 'Groups';
proc sort data=sales out=sorted;
  by shop;
run;

proc tabulate data=sorted format=6. out=by_shop;
  by shop;
  where shop ne ' ';
  class month;
  var units;
  table month all, units*(n sum);
run;

proc print data=by_shop;
run;

title 'What OUT= has';
proc tabulate data=sales out=counts(where=(_table_ < 3) rename=(n=count)) format=6.;
  class shop month;
  var cost units;
  table shop, month all, n pctn;
  table month all, cost*(sum mean pctsum<month all>) units*std;
  table shop;
run;

proc print data=counts;
run;

proc contents data=counts;
run;

title 'Nothing to count';
proc tabulate data=sales;
  where shop = 'west';
  class shop;
  table shop;
run;

proc tabulate data=sales;
  var cost;
  table cost cost*mean;
run;
