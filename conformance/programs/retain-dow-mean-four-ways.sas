/* source: I Do, I Do, I DoW! A look at SAS DO and DoW loops (John Matro, Virginia Commonwealth University; slides in github.com/ProcJimi/curriculum, Week11) */
data base;
  input id $ score @@;
  datalines;
a 1 a 2 b 3 b 4 b 5
;
run;
data held;
  set base;
  by id;
  retain count total;
  if first.id then do;
    count = 0;
    total = 0;
  end;
  count = count + 1;
  total = total + score;
  if last.id then do;
    mean = total / count;
    output;
  end;
run;
proc print data=held;
run;
data dow;
  count = 0;
  total = 0;
  do until (last.id);
    set base;
    by id;
    count = count + 1;
    total = total + score;
  end;
  mean = total / count;
run;
proc print data=dow;
run;
data dow_n;
  do n = 1 by 1 until (last.id);
    set base;
    by id;
    total = sum(total, score);
  end;
  mean = total / n;
run;
proc print data=dow_n;
run;
data dow_auto;
  do _N_ = 1 by 1 until (last.id);
    set base;
    by id;
    total = sum(total, score);
  end;
  mean = total / _N_;
run;
proc print data=dow_auto;
run;
/* listing
Obs id score count total mean
1 a 2 2 3 1.5
2 b 5 3 12 4.0
Obs count total id score mean
1 2 3 a 2 1.5
2 3 12 b 5 4.0
Obs n id score total mean
1 2 a 2 3 1.5
2 3 b 5 12 4.0
Obs id score total mean
1 a 2 3 1.5
2 b 5 12 4.0
*/
