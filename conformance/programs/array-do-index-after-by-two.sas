/* source: DO loop basics (SAS Communities, 2017) */
data lp;
  q = 0;
  do step = 1 to 5 by 2;
    q = step;
  end;
run;
data _null_; set lp; put q= step=; run;
/* log
q=5 step=7
*/
