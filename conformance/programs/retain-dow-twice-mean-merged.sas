/* source: I Do, I Do, I DoW! A look at SAS DO and DoW loops (John Matro, Virginia Commonwealth University; slides in github.com/ProcJimi/curriculum, Week11) */
data base;
  input id $ score @@;
  datalines;
a 1 a 2 b 3 b 4 b 5
;
run;
data by_last;
  do _N_ = 1 by 1 until (last.id);
    set base;
    by id;
    total = sum(total, score);
  end;
  mean = total / _N_;
  do until (last.id);
    set base;
    by id;
    output;
  end;
run;
proc print data=by_last;
run;
data by_count;
  do _N_ = 1 by 1 until (last.id);
    set base;
    by id;
    total = sum(total, score);
  end;
  mean = total / _N_;
  do _N_ = 1 to _N_;
    set base;
    output;
  end;
run;
proc print data=by_count;
run;
/* listing
Obs id score total mean
1 a 1 3 1.5
2 a 2 3 1.5
3 b 3 12 4.0
4 b 4 12 4.0
5 b 5 12 4.0
Obs id score total mean
1 a 1 3 1.5
2 a 2 3 1.5
3 b 3 12 4.0
4 b 4 12 4.0
5 b 5 12 4.0
*/
