* The run times of "Pipes and Threads" (SAS Global Forum 2007, paper 196): the logarithm of the time by scenario and
  by the logarithm of the number of records, and the ratios of the scenarios to the second one, as its table 3 has them;
data times;
  input system $ scenario published @;
  do records = 10, 30, 100, 322;
    input time @;
    seconds = int(time / 10000) * 3600 + mod(int(time / 100), 100) * 60 + mod(time, 100);
    log_time = log(seconds);
    log_records = log(records);
    output;
  end;
  keep system scenario published log_time log_records;
  datalines;
MVS 1 97.7 848 2630 12606 32831
MVS 2 100 841 2340 12000 44000
MVS 3 99.4 806 2718 12042 41200
MVS 6 59.4 510 1451 4939 23021
MVS 7 58.2 519 1409 4654 22927
Unix 1 89.0 152 555 2426 11343
Unix 2 100 212 642 2531 12424
Unix 3 87.2 151 545 2256 11452
Unix 4 86.4 151 549 2305 11116
Unix 5 85.5 150 546 2301 10948
Unix 6 70.4 138 449 1721 5643
Unix 7 57.6 115 409 1358 4822
Unix 8 57.5 115 409 1347 4804
Unix 9 57.5 115 409 1354 4809
Unix 10 90.2 152 551 2407 11956
Unix 11 89.7 156 539 2348 11841
Unix 12 91.7 157 548 2454 11913
Unix 13 58.9 119 418 1417 4720
Unix 14 62.8 123 432 1459 5228
Unix 15 66.5 130 447 1556 5416
;
run;
proc glm data=times;
  by system;
  class scenario;
  model log_time = scenario log_records / solution;
  lsmeans scenario / pdiff cl stderr out=means;
run;
quit;
* Both sides of the ratio by BY group;
data base;
  set means;
  where scenario = 2;
  base = lsmean;
  keep system base;
run;
proc sort data=times out=published(keep=system scenario published) nodupkey;
  by system scenario;
run;
data ratios;
  merge means base;
  by system;
run;
data ratios;
  merge ratios published;
  by system scenario;
  ratio = round(100 * exp(lsmean - base), 0.1);
  off = round(ratio - published, 0.1);
run;
proc print data=ratios noobs;
  by system;
  var scenario lsmean stderr ratio published off;
run;
