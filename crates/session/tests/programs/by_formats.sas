/* In procedures, BY values that are shown alike are one group; the order is that of the values. */
proc format;
  value size low-<10 = 'small' 10-high = 'large';
  value $half 'a'-'m' = 'first' 'n'-'z' = 'second';
run;

data sales;
  input day :date9. code $ amount;
  format day date9.;
  datalines;
05JAN2024 b 1
20JAN2024 b 20
20JAN2024 k 30
01FEB2024 c 5
01FEB2024 p 6
09FEB2024 a 100
;
run;

/* The format of the variable shows each day by itself. */
proc print data=sales;
  by day;
  var amount;
run;

proc print data=sales;
  by day;
  format day monyy7.;
  var amount;
  sum amount;
run;

/* A second BY variable by a format; where the first one changes, so does it. */
proc print data=sales;
  by day code;
  format day monyy7. code $half.;
  sum amount;
run;

/* From high to low, with labels of the user, and a group of values that are no labels. */
proc sort data=sales out=down;
  by descending amount;
run;

proc print data=down;
  by descending amount;
  format amount size.;
  var day code;
run;

/* The output has the values of the first observation of each group. */
proc means data=sales n sum;
  by day;
  format day monyy7.;
  var amount;
  output out=months sum=total;
run;

proc print data=months;
  format day date9.;
run;

proc summary data=sales;
  by day code;
  format day monyy7. code $half.;
  var amount;
  output out=halves(drop=_type_) sum=total;
run;

proc print data=halves;
  format day date9. code $8.;
run;

/* Runs of values that are shown alike, in no order. */
data days;
  input x y;
  datalines;
1 1
12 2
11 3
2 4
3 5
;
run;

proc means data=days n mean;
  by x notsorted;
  format x size.;
run;

/* A DATA step goes by the values, and so does a text that its format shows whole. */
data groups;
  set sales;
  by day;
  format day monyy7.;
  if first.day;
run;

proc print data=sales(obs=3);
  by code;
  format code $8.;
run;

/* The order is that of the values, though what is shown is in order. */
proc print data=days;
  by x;
  format x size.;
run;
