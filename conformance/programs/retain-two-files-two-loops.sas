/* source: I Do, I Do, I DoW! A look at SAS DO and DoW loops (John Matro, Virginia Commonwealth University; slides in github.com/ProcJimi/curriculum, Week11) */
data one;
  input score1 @@;
  datalines;
12 26 37 49
;
run;
data two;
  input score2 @@;
  datalines;
10 20 30
;
run;
data _null_;
  put 'STARTING';
  count = 0;
  total = 0;
  do until (end1);
    set one end=end1;
    if missing(score1) then continue;
    count = count + 1;
    total = total + score1;
  end;
  avg = total / count;
  put count= avg=;
  do until (end2);
    set two end=end2;
    score3 = score2 + avg;
    put score3=;
  end;
  put 'DONE';
  stop;
run;
/* log
STARTING
count=4 avg=31
score3=41
score3=51
score3=61
DONE
*/
