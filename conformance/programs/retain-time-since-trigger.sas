/* source: Identifying first occurrence after trigger event (SAS Forum; rogerjdeangelis on GitHub) */
data signs;
  input id t a b @@;
  datalines;
1 1 0 0 1 2 0 0 1 3 1 0 1 4 0 0 1 5 0 1 1 6 1 0 1 7 0 0 1 8 0 0 1 9 0 0 1 10 0 1
2 1 0 0 2 2 1 0 2 3 0 0 2 4 0 0 2 5 0 1 2 6 0 1 2 7 0 1 2 8 0 1 2 9 1 0 2 10 0 1
;
data _null_;
  set signs;
  by id;
  retain beg;
  if first.id then beg = .;
  if a = 1 then beg = t;
  if b = 1 then do;
    durs = t - beg;
    put id t beg durs;
  end;
run;
/* log
1 5 3 2
1 10 6 4
2 5 2 3
2 6 2 4
2 7 2 5
2 8 2 6
2 10 9 1
*/
