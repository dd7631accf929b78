/* source: infile options FLOWOVER MISSOVER TRUNCOVER STOPOVER (blog.csdn.net chimoren0700, 2019) */
data _null_;
  file 'short.txt';
  put '1' / '22' / '333' / '4444' / '55555';
run;
data f;
  infile 'short.txt' flowover;
  input testnum 5.;
run;
proc print data=f; run;
/* listing
1 22
2 4444
3 55555
*/
