/* PROC PRINT: sums below groups of more than one observation, and what it says of none. */
data sales;
  input region $ kind $ amount;
  format amount dollar8.;
  datalines;
east a 10
east a 20
east b 5
north a 7
west b 1
west c 2
;
run;

proc print data=sales;
  by region;
  sum amount;
run;

proc print data=sales;
  by region kind;
  sum amount;
run;

proc print data=sales noobs;
  by region;
  id region;
  var amount;
  sum amount;
run;

proc print data=sales;
  where amount > 100;
run;

/* Observations keep the numbers that they have in the data set. */
proc print data=sales n;
  where kind = 'b';
run;

proc print data=sales(firstobs=3 obs=4);
run;

proc print data=sales(firstobs=2 where=(amount < 10));
  by region;
run;

/* N counts each BY group; with two texts, all observations too. */
proc print data=sales n;
  by region;
run;
proc print data=sales n='Sales: ' 'Sales of all: ' noobs;
  by region;
  sum amount;
run;
proc print data=sales n='Rows: ';
  id kind;
  sum amount;
run;

/* Numbers without a format have the decimals that their column needs, and sums those of their column. */
data plain;
  do n = 1 to 5;
    e = exp(n);
    log = log(n);
    half = n / 2;
    third = -1 / n;
    tiny = 10 ** -(2 * n);
    output;
  end;
run;
proc print data=plain;
  sum half log;
run;
proc print data=plain(obs=1);
  var e log half;
run;

/* Headings, labels of sums, and sums of the outer groups alone. */
data labelled;
  set sales;
  label region='Region of sale' amount='Amount*in dollars';
run;
proc print data=labelled split='*' obs='Number*of row' sumlabel grandtotal_label='All of it' uniform width=min;
  by region kind;
  pageby region;
  sumby region;
  sum amount;
run;
proc print data=labelled noobs grandtotal_label='All';
  var kind;
  sum amount;
run;
proc print data=labelled; by region; sumby kind; sum amount; run;
proc print data=labelled nobs; run;
