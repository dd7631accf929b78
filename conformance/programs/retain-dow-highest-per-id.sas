/* source: How to find max value of variable for each unique observation (Stack Overflow 3249236; output in sas/keep_only_highest_date_if_more_than_one.sas, github.com/bheckel/code) */
data pairs;
  input id x @@;
  datalines;
18 1 18 1 18 2 18 1 18 2 361 1 369 2 369 3 369 3
;
run;
data highest;
  do until (last.id);
    set pairs;
    by id;
    top = max(x, top);
  end;
  x = top;
  drop top;
run;
proc print data=highest;
run;
/* listing
Obs id x
1 18 2
2 361 1
3 369 3
*/
