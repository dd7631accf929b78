/* source: Count mismatches between two rows column by column (StackOverflow; github.com/rogerjdeangelis): 2 of 7 and 1 of 7 */
data have;
  input grp id x1-x8;
  datalines;
1 1 0 1 1 2 . 2 1 1
1 2 1 1 1 2 1 1 1 1
2 1 2 2 1 0 0 . 0 0
2 2 2 2 1 1 0 . 0 0
;
data want;
  merge have(where=(id=1)) have(where=(id=2) rename=(x1-x8=y1-y8));
  by grp;
  array xs x1-x8; array ys y1-y8;
  do col = 1 to dim(xs);
    both = nmiss(xs[col], ys[col]) = 0;
    n = sum(n, both);
    equal = sum(equal, xs[col] = ys[col] and both);
  end;
  different = n - equal;
  put grp different n;
run;
/* log
1 2 7
2 1 7
*/
