/* source: Python for SAS Users, Chapters 3 and 4 (Randy Betancourt, GitHub, 2016) */
data _null_;
  one = 1;
  step = .1;
  do i = 1 to 10;
    total + step;
    put step ', ' @@;
  end;
  put;
  if total = one then put 'equal'; else put 'not equal';
  if round(total) = one then put 'rounded equal'; else put 'rounded not equal';
  put 'Total is: ' total 8.3;
  array s[5] (32 . 17 109 201);
  avg = mean(of s[*]);
  put avg=;
  a = 'String'; b = 'string';
  if a = b then put 'same'; else put 'different';
  pct = 6.33 / 150;
  put pct= percent8.2;
run;
/* log
not equal
rounded equal
Total is: 1.000
avg=89.75
different
pct=4.22%
*/
