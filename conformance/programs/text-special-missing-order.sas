/* source: SAS missing values, numeric-sort-order.sas (renenyffenegger.ch) */
data raw;
  array v[7] _temporary_ (42 . 0 .q .a -3 ._);
  array s[7] $2 _temporary_ ('42' '.' '0' '.q' '.a' '-3' '._');
  do i = 1 to 7;
    value = v[i]; shown = s[i];
    output;
  end;
  drop i;
run;
proc sort data=raw out=ordered; by value; run;
proc print data=ordered; run;
/* listing
Obs value shown
1 _ ._
2 . .
3 A .a
4 Q .q
5 -3 -3
6 0 0
7 42 42
*/
