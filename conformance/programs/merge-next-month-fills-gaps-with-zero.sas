/* source: Fill in gaps in time series by groups (SAS Forum; rogerjdeangelis on GitHub) */
data monthly;
  input name $ date :anydtdte7. value;
  format date yymmd7.;
  datalines;
NAME1 12/2017 2
NAME1 03/2018 1
NAME1 06/2018 3
NAME2 01/2018 3
NAME2 05/2018 4
NAME2 07/2018 1
;
data full;
  merge monthly monthly(firstobs=2 keep=name date rename=(name=who date=next));
  output;
  if who = name then do k = 1 to intck('month', date, next) - 1;
    filled = intnx('month', date, k);
    value = 0;
    link write;
  end;
  return;
  write:
    keep = date;
    date = filled;
    output;
    date = keep;
    return;
run;
proc sort data=full; by name date; run;
data _null_;
  set full;
  put name date mmyys7. value 3.;
run;
/* log
NAME1 12/2017  2
NAME1 01/2018  0
NAME1 02/2018  0
NAME1 03/2018  1
NAME1 04/2018  0
NAME1 05/2018  0
NAME1 06/2018  3
NAME2 01/2018  3
NAME2 02/2018  0
NAME2 03/2018  0
NAME2 04/2018  0
NAME2 05/2018  4
NAME2 06/2018  0
NAME2 07/2018  1
*/
