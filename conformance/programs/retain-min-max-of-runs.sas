/* source: Max and Min Value for Numbers in Order (SAS Communities) */
data order;
  input Var1 Var2 @@;
  datalines;
1 1 1 2 1 3 1 8 2 9 2 10 2 25 2 33 2 50 3 5 3 6
;
run;
data period;
  set order;
  by Var1;
  step = dif(Var2);
  if first.Var1 or step ne 1 then run + 1;
run;
data bounds;
  do until (last.run);
    set period;
    by Var1 run;
    if first.run then Min = Var2;
  end;
  Max = Var2;
  keep Var1 Min Max;
run;
proc print data=bounds noobs;
run;
/* listing
Var1 Min Max
1 1 3
1 8 8
2 9 10
2 25 25
2 33 33
2 50 50
3 5 6
*/
