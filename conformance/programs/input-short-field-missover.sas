/* source: State difference between Missover and Truncover in SAS (interviewsolution.com) */
data _null_;
  file 'short.txt';
  put '1' / '22' / '333' / '4444' / '55555';
run;
data m;
  infile 'short.txt' missover;
  input testnum 5.;
run;
proc print data=m; run;
data t;
  infile 'short.txt' truncover;
  input testnum 5.;
run;
proc print data=t; run;
/* listing
1 .
2 .
3 .
4 .
5 55555
1 1
2 22
3 333
4 4444
5 55555
*/
