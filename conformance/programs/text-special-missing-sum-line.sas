/* source: STAT 4197/6197 course notes, Week 2, Ex19_Missing (ProcJimi/curriculum, GitHub, 2019) */
options missing='M';
data rates;
  input x y z c name $;
  format x y z c percent12.2;
  datalines;
.38 .0324  1.0 .345   John
.12 .a     .z    .606 Carl
.15 .7476  .z    .049 Choi
._  .22    .z     .   Rubi
.35  .a    .z     .   Beth
;
proc print data=rates noobs;
  var name;
  sum x y z c;
run;
data rates2;
  set rates;
  array v[3] x y z;
  do i = 1 to 3;
    if v[i] <= .z then v[i] = .;
  end;
run;
proc print data=rates2;
  var name;
  sum x y z c;
run;
/* listing
name x y z c
John 38.00% 3.24% 100.00% 34.50%
Carl 12.00% A Z 60.60%
Choi 15.00% 74.76% Z 4.90%
Rubi _ 22.00% Z M
Beth 35.00% A Z M
100.00% 100.00% 100.00% 100.00%
Obs name x y z c
1 John 38.00% 3.24% 100.00% 34.50%
2 Carl 12.00% M M 60.60%
3 Choi 15.00% 74.76% M 4.90%
4 Rubi M 22.00% M M
5 Beth 35.00% M M M
100.00% 100.00% 100.00% 100.00%
*/
