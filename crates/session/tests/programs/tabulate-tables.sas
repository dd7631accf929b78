/* PROC TABULATE: boxes of rows, columns and pages. */
data landings;
  input coast harbour gear $ tons price;
  label coast='Coast' harbour='Harbour' tons='Tons landed';
  datalines;
1 1 net 708 3.5
1 1 line 379 4.25
1 2 net 1211 3.75
1 2 line 80 5
4 3 net 547 2.5
4 3 line 47 6.5
4 3 pot 12 9.75
4 4 net 1395 2.25
4 4 line 125 5.5
;
run;

proc format;
  value coastal 1='Eastern' 2='Southern' 4='Western';
  value port 1='New Haven' 2='Middle Atlantic' 3='Stone Bay' 4='Port Royal';
  value $kind 'net'='Nets and Trawls' 'line'='Longlines' 'pot'='Pots';
run;

title 'Counts by default';
proc tabulate data=landings;
  class coast gear;
  table coast, gear all;
run;

title 'Sums, nested rows, a wide title space';
proc tabulate data=landings format=comma12.;
  class coast harbour gear;
  var tons;
  table coast*harbour, gear*tons / rts=25;
  format coast coastal. harbour port. gear $kind.;
run;

title 'Subtotals, totals and labels';
proc tabulate data=landings format=comma12.;
  class coast harbour gear;
  var tons;
  table coast*(harbour all='Subtotal') all='Total of All Coasts'*f=dollar12.,
        gear='Gear'*tons=' '*sum=' ' all='All Gears'*tons=' '*sum=' ' / rts=25;
  format coast coastal. harbour port. gear $kind.;
run;

title 'Statistics in rows, one dimension, a box';
proc tabulate data=landings;
  class gear coast;
  var tons price;
  keylabel mean='Average' n='Count';
  table (gear all)*(n*f=6. mean*f=9.1), price tons / box='By gear' row=float;
  table gear*tons all, coast;
  table gear*price*(min max);
  table tons*(n nmiss sum mean std stderr var min max range cv uss css sumwgt)*f=9.2;
  table price*(median p10 q1 q3 p90)*f=8.2 gear='How'*n=' '*f=5.;
run;

title 'Blank row titles';
proc tabulate data=landings format=8.1;
  class coast harbour gear;
  var tons;
  table coast*harbour*tons=' '*sum=' ', gear='Gear' / rts=25 row=float;
  table coast*harbour*tons=' '*sum=' ', gear='Gear' / rts=25;
  table coast=' '*harbour=' ', tons=' '*sum=' ' / rts=25;
  format coast coastal. harbour port.;
run;

title 'Indented titles without lines, then with them';
proc tabulate data=landings format=comma12. noseps;
  class coast harbour gear;
  var tons;
  table coast*harbour, gear='Gear'*tons=' '*sum=' ' / rts=25 indent=4;
  table coast*harbour, gear='Gear'*tons=' '*sum=' ' / rts=25;
  format coast coastal. harbour port. gear $kind.;
run;

proc tabulate data=landings format=comma12.;
  class coast harbour;
  var tons;
  table coast*(harbour all) all, tons*sum / rts=25 indent=2;
  format coast coastal. harbour port.;
run;

title 'Pages';
proc tabulate data=landings format=comma12.;
  class coast harbour gear;
  var tons;
  table coast='Coast:' all='All Coasts', harbour all='All Harbours',
        gear='Gear'*tons=' '*sum=' ' / rts=25 box=_page_ condense;
  table coast*gear, harbour, tons / printmiss misstext='none';
  format coast coastal. harbour port. gear $kind.;
run;

title 'Columns that do not fit into a line';
options linesize=64;
proc tabulate data=landings;
  class coast gear;
  var tons;
  table coast, gear*tons*(n sum mean) / box='Coast by gear';
  table coast, gear*tons*(n sum mean) / nocontinued rts=12;
run;

title 'Other characters';
proc tabulate data=landings formchar='|-+++++++++' format=6.;
  class gear;
  table gear all, n;
run;

proc tabulate data=landings formchar(1 7)='!#' format=6.;
  class gear coast;
  table gear, coast;
run;

title 'Lists, styles, a variable in the box';
proc tabulate data=landings format=8.2 style=[just=c];
  class coast gear / style=[width=3];
  classlev coast / style=parent;
  var tons--price / style=header;
  keyword all n / style=[just=l];
  table coast*[style=data] all='',
        (tons--price)*(mean*f=6.1 max)*[s=[color=red]] n*f=3. / box=coast printmiss style=[x=1] rts=15;
  table coast, (gear='' all)*n='' / printmiss misstext='-' box='A text that is much too long for the box' rts=12;
run;
