/* source: Proc report calculate sub totals and add serial number with the sorted group variable (SAS Forum; rogerjdeangelis on GitHub) */
data crimes;
  input group1 $ head :$20. reported;
  cards4;
Adult Drink 2
Adult Commit 2
Adult Medicine 1
Adult Grains 5
Adult Others 1
Burglary Banks 1
Burglary CommercialPlaces 3
Burglary Residential 5
Burglary Others 6
Hurt Attack 4
Hurt Disputes 3
Hurt Others 7
;;;;
data _null_;
  set crimes end=done;
  by group1;
  if first.group1 then link heading;
  sub + reported;
  total + reported;
  if not last.group1 then goto next;
  put 'Sub Total' sub 5.;
  if done then put 'Total' total 5.;
  next: return;
  heading:
    site + 1;
    sub = 0;
    put site group1;
    return;
run;
/* log
1 Adult
Sub Total   11
2 Burglary
Sub Total   15
3 Hurt
Sub Total   14
Total   40
*/
