/* source: SAS arithmetics, rule on numeric missing values (cghr.org sashelp) */
data calc;
  x = 2; y = .; z = .m;
  add1 = x + y; subs1 = x - y; mult1 = x * y; div1 = x / y;
  add2 = x + z; subs2 = x - z; mult2 = x * z; div2 = x / z;
  add3 = y + z; subs3 = y - z; mult3 = y * z; div3 = y / z;
  add4 = sum(x, y);
run;
options linesize=132;
proc print data=calc; run;
/* listing
Obs x y z add1 subs1 mult1 div1 add2 subs2 mult2 div2 add3 subs3 mult3 div3 add4
1 2 . M . . . . . . . . . . . . 2
*/
