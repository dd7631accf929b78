/* source: Find the last non missing value in columns col1 to col9, reverse coalesce (Tom, SAS Communities m-p/956997; rogerjdeangelis, GitHub) */
data have;
  array cols[9] c1-c9 (10 20 30 40 50 60 . . .);
run;
data want;
  set have;
  last = coalesce(of c9-c1);
  other = coalesce(of c9-c5, of c3-c1);
  put last= other=;
run;
/* log
last=60 other=60
*/
