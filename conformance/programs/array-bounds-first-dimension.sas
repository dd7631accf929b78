/* source: SAS array functions dim, lbound, hbound (cnblogs.com huangbiquan, 2017) */
data _null_;
  array x(3,6,2) x1-x36;
  array y(4,6) y1-y24;
  array z(3:6,2:8) z1-z28;
  a = dim(x); b = hbound(y); c = lbound(z);
  put a= b= c=;
run;
/* log
a=3 b=4 c=3
*/
