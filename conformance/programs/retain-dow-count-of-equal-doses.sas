/* source: Count the consecutive equal doses by patient and add a group number, DOW loop (SAS Communities; rogerjdeangelis on GitHub) */
data doses;
  input id day dose @@;
  cards4;
1 1 600 1 2 600 1 3 600 1 4 600 1 5 0 1 6 300 1 7 300 1 8 300 1 9 600 1 10 600
2 1 600 2 2 600 2 3 600 2 4 600 2 5 600 2 6 600 2 7 600 2 8 600 2 9 600 2 10 600
;;;;
data grouped;
  do until (last.dose);
    set doses;
    by id dose notsorted;
    cnt = sum(cnt, 1);
  end;
  grp + 1;
  do until (last.dose);
    set doses;
    by id dose notsorted;
    output;
  end;
run;
data _null_;
  set grouped;
  by id dose notsorted;
  if last.dose;
  put id day dose grp cnt;
run;
/* log
1 4 600 1 4
1 5 0 2 1
1 8 300 3 3
1 10 600 4 2
2 10 600 5 10
*/
