/* source: Sum values in one array based on non zero values in another array by group (SAS Forum; rogerjdeangelis on GitHub) */
data arrays;
  input grp $ a1-a9 b1-b9;
  datalines;
CAT   1   0   1   0   0   0   0   0   1      5   4   7   2   1   6   6   8   8
CAT   1   0   1   0   1   0   0   1   0      6   7   7   1   3   3   0   6   0
CAT   0   0   0   0   1   1   0   1   0      6   1   3   8   5   5   0   7   2
CAT   0   1   1   0   0   0   1   0   1      5   0   7   1   7   5   8   3   2
CAT   0   0   0   0   0   0   1   0   1      2   3   7   0   7   0   1   3   8
DOG   1   1   0   0   0   0   0   0   0      1   4   7   4   1   1   1   1   1
DOG   1   0   0   1   1   0   0   1   1      8   0   6   3   6   2   0   1   1
DOG   1   1   0   1   1   1   1   0   1      2   3   2   7   8   2   4   0   0
DOG   0   1   1   1   1   1   0   0   0      3   5   5   3   1   5   5   8   5
;
data _null_;
  array s[9];
  do until (last.grp);
    set arrays;
    by grp;
    array a[9] a1-a9;
    array b[9] b1-b9;
    do k = 1 to 9; s[k] + a[k] * b[k]; end;
  end;
  put grp s1-s9;
  call missing(of s[*]);
run;
/* log
CAT 11 0 21 0 8 5 9 13 18
DOG 11 12 5 13 15 7 4 1 1
*/
