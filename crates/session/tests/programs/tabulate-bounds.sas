/* PROC TABULATE: many levels, blank ones, texts in the corner, and tables that are too large or empty. */
options nosyntaxcheck;
data pairs;
  do left = 1 to 40;
    right = 41 - left;
    if left < 4 then do;
      output;
      right = 50;
      output;
    end;
    output;
  end;
run;

title 'Pairs of many levels, the most frequent first';
proc tabulate data=pairs noseps format=4.;
  where left < 4 or left > 36;
  class left;
  class right / order=freq;
  table left*right, n / rts=20;
run;

proc tabulate data=pairs noseps format=4.;
  class left;
  class right / order=freq;
  table right*left, n / rts=20;
run;

data blank;
  input shop $ kind $ cost;
  datalines;
east a 1
.    a 2
west b 3
.    b 4
;
run;

title 'A level that is shown as blanks is a level';
proc tabulate data=blank missing format=6.;
  class shop kind;
  var cost;
  table kind, shop;
  table shop*kind, cost / row=float;
  table shop*cost=' '*sum=' ', kind / indent=2;
run;

title 'A text in the corner of a table without headings';
proc tabulate data=blank format=6.;
  class shop kind;
  var cost;
  table shop, n=' ' / box='Both shops' rts=12;
  table shop=' ', kind=' '*n=' ' / box='Shop by kind' rts=14;
  table kind, shop, n=' ' / box=_page_ rts=12;
run;

title 'What concerns documents only';
proc tabulate data=blank format=6. contents='Shops';
  class shop;
  classlev shop / style=<parent>[color=red];
  table shop*{style=<parent>{width=3}}, n / contents='Table' nocellmerge style_precedence=row;
run;

title 'Nothing counts';
data none; shop = ' '; cost = 1; run;
proc tabulate data=none;
  class shop;
  var cost;
  table shop, cost;
run;

title 'Too many cells';
options memsize=2M;
data cube; do a = 1 to 300; b = a; c = a; output; end; run;
proc tabulate data=cube;
  class a b c;
  table a*b*c, n / printmiss;
run;
proc tabulate data=cube;
  class a b c;
  table a, b*c / printmiss;
run;
