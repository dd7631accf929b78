/* source: Fill missing values with the first non-missing value in a row (SAS Communities; github.com/rogerjdeangelis) */
data want;
  input a b c d e;
  array t(*) a--e;
  do i = 1 to dim(t);
    if t[i] = . then t[i] = coalesce(of t[*]);
  end;
  put a b c d e;
  datalines;
. 1 2 3 4
. . 2 3 4
0 1 2 3 4
;
/* log
1 1 2 3 4
2 2 2 3 4
0 1 2 3 4
*/
