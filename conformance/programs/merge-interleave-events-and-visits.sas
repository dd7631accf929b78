/* source: Count the number of adverse events before visits using interleave, solution by ChrisNZ (SAS Communities; rogerjdeangelis on GitHub) */
data events;
  input date $10.;
  datalines;
2020-09-01
2020-09-03
2020-09-08
2020-09-10
2020-09-17
2020-09-20
2020-09-23
2020-09-26
2020-09-29
2020-10-02
;
data visits;
  input id date $10.;
  cards4;
1 2020-09-03
2 2020-09-17
3 2020-10-01
;;;;
data _null_;
  set events(in=event) visits;
  by date;
  put date id;
  count + event;
  if not event then do;
    put 'visit ' id count;
    count = 0;
  end;
run;
/* log
2020-09-01 .
2020-09-03 .
2020-09-03 1
visit 1 2
2020-09-08 .
2020-09-10 .
2020-09-17 .
2020-09-17 2
visit 2 3
2020-09-20 .
2020-09-23 .
2020-09-26 .
2020-09-29 .
2020-10-01 3
visit 3 4
*/
