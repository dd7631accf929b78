/* What indexes cannot have. */
options msglevel=i nosyntaxcheck;
data a(index=(c));
  length c $ 20000;
  c = 'x';
run;

data a;
  length b c $ 5000;
  b = 'x'; c = 'y'; n = 1;
run;
proc datasets nolist;
  modify a;
  index create both=(b c);
  index create a234567890123456789012345678901234=(b n);
quit;
proc datasets nolist;
  modify a;
  index create n / nomiss;
quit;
data b(index=(a234567890123456789012345678901234=(x y))); x = 1; y = 2; run;

/* An index that lacks what a condition may find is not used. */
proc print data=a(drop=b c idxname=n); where n < 2; run;
proc print data=a(drop=b c idxname=n); where 0 < n < 2; run;

/* One MODIFY in a step. */
data a;
  modify a;
  modify a;
run;
