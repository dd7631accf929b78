/* source: Stack pairs of columns with the same id and visit (StackOverflow; github.com/rogerjdeangelis) */
data have;
  input id $ visit $ a1 b1 a2 b2;
  datalines;
u1 v1 1 11 2 21
u1 v2 3 31 4 41
;
data want;
  set have(rename=(a1=a b1=b)) have(rename=(a2=a b2=b));
  keep id visit a b;
run;
proc print data=want noobs; var id visit a b; run;
/* listing
u1 v1 1 11
u1 v2 3 31
u1 v1 2 21
u1 v2 4 41
*/
