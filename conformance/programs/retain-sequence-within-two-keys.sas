/* source: sas/sequence_by.sas (Bob Heckel, github.com/bheckel/code) */
data shoes;
  length Region $ 25 Product $ 14;
  Region = 'Africa';
  do k = 1 to 22;
    if k <= 8 then Product = 'Boot';
    else if k <= 13 then Product = "Men's Casual";
    else if k <= 20 then Product = "Men's Dress";
    else Product = 'Sandal';
    output;
  end;
  drop k;
run;
data seq;
  set shoes;
  by Region Product;
  if first.Product then n = 0;
  n + 1;
run;
proc print data=seq;
run;
/* listing
Obs Region Product n
1 Africa Boot 1
2 Africa Boot 2
3 Africa Boot 3
4 Africa Boot 4
5 Africa Boot 5
6 Africa Boot 6
7 Africa Boot 7
8 Africa Boot 8
9 Africa Men's Casual 1
10 Africa Men's Casual 2
11 Africa Men's Casual 3
12 Africa Men's Casual 4
13 Africa Men's Casual 5
14 Africa Men's Dress 1
15 Africa Men's Dress 2
16 Africa Men's Dress 3
17 Africa Men's Dress 4
18 Africa Men's Dress 5
19 Africa Men's Dress 6
20 Africa Men's Dress 7
21 Africa Sandal 1
22 Africa Sandal 2
*/
