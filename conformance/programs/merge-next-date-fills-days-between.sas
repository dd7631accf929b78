/* source: Fill in data between two dates within by group, solution by Mark Keintz (SAS Forum; rogerjdeangelis on GitHub) */
data held;
  input account $ ticker $ date :mmddyy10. shares price dollar2.;
  format date mmddyy10. price dollar2.;
  cards4;
X A 01/01/15 100 $1
X A 01/05/15 200 $2
X B 01/01/15 300 $3
X B 01/05/15 600 $6
;;;;
data daily;
  set held(keep=ticker);
  by ticker;
  merge held held(firstobs=2 keep=date rename=(date=next));
  if last.ticker then output;
  else do date = date to next - 1;
    output;
  end;
  drop next;
run;
proc print data=daily;
  var account ticker date shares price;
run;
/* listing
Obs account ticker date shares price
1 X A 01/01/2015 100 $1
2 X A 01/02/2015 100 $1
3 X A 01/03/2015 100 $1
4 X A 01/04/2015 100 $1
5 X A 01/05/2015 200 $2
6 X B 01/01/2015 300 $3
7 X B 01/02/2015 300 $3
8 X B 01/03/2015 300 $3
9 X B 01/04/2015 300 $3
10 X B 01/05/2015 600 $6
*/
