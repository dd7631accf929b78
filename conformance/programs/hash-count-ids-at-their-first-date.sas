/* source: Count ids by group but drop any later record that contains an earlier id (SAS Communities; rogerjdeangelis on GitHub) */
data seen;
  input id date $10.;
  cards4;
1234 2020-02-07
4567 2020-02-07
9870 2020-02-07
1234 2020-02-14
7654 2020-02-14
3421 2020-02-14
;;;;
data _null_;
  declare hash ids();
  ids.definekey('id');
  ids.definedone();
  do until (done);
    cnt = 0;
    do until (last.date);
      set seen end=done;
      by date;
      if ids.add() = 0 then cnt + 1;
    end;
    put date cnt;
  end;
  stop;
run;
proc sort data=seen out=once nodupkey; by id; run;
proc freq data=once noprint; tables date / out=counts; run;
proc print data=counts noobs; var date count; run;
/* log
2020-02-07 3
2020-02-14 2
*/
/* listing
2020-02-07 3
2020-02-14 2
*/
