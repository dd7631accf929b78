/* source: Count consecutive months (SAS Communities, Base SAS Programming; solutions of Reeza and Tom) */
data _null_;
  input id month1-month12;
  array m(12) month1-month12;
  flag = 0; count = 0;
  do i = 1 to 12 while (flag ne 1);
    if m(i) = 1 then count = count + 1;
    else count = 0;
    if count eq 6 then flag = 1;
  end;
  length cover $ 12;
  cover = cats(of month1-month12);
  has6months = 0 ^= index(cover, repeat('1', 6 - 1));
  put id= flag= has6months= cover=;
  datalines;
1 1 1 1 1 1 1 0 0 0 0 0 0
2 0 1 1 1 0 0 0 1 1 1 0 0
3 0 0 0 1 1 1 1 1 1 1 0 0
4 0 1 1 1 1 1 0 0 0 0 0 0
5 0 1 1 0 0 0 0 0 0 0 0 0
;
/* log
id=1 flag=1 has6months=1 cover=111111000000
id=2 flag=0 has6months=0 cover=011100011100
id=3 flag=1 has6months=1 cover=000111111100
id=4 flag=0 has6months=0 cover=011111000000
id=5 flag=0 has6months=0 cover=011000000000
*/
