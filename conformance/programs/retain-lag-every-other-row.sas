/* source: LAG Function, Example: Storing Every Other Lagged Value (SAS Language Reference: Functions; quoted at m.pinggu.org thread 844523) */
data eight;
  do n = 1 to 8;
    output;
  end;
run;
data lagged;
  set eight(rename=(n=x));
  even = mod(x, 2) = 0;
  if even then a = lag(x);
  b = lag(x);
  if even then c = b;
  drop even;
  label a = '(WRONG) a' c = '(RIGHT) c';
run;
proc print data=lagged label;
run;
/* listing
Obs x (WRONG) a b (RIGHT) c
1 1 . . .
2 2 . 1 1
3 3 . 2 .
4 4 2 3 3
5 5 . 4 .
6 6 4 5 5
7 7 . 6 .
8 8 6 7 7
*/
