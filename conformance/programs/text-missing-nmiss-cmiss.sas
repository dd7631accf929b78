/* source: STAT 4197/6197 course notes, Week 4, Ex18_n_nmiss_cmiss (ProcJimi/curriculum, GitHub, 2019) */
data raw;
  infile datalines truncover;
  input a 1 b 3 c 5 d $ 7-11 e $ 13-16;
  datalines;
7 1 1 SAS   Stat
8     SPSS  Econ
6 3 1 R     Math
  6 1       Soc
  1   Stata Epi
5 4 2       Stat
;
data counts;
  set raw;
  miss_a = missing(a);
  miss_d = missing(d);
  num = nmiss(of a--c);
  both = cmiss(a, b, c, d, e);
  full = n(of a--c);
  drop d e;
run;
proc print data=counts noobs; run;
/* listing
a b c miss_a miss_d num both full
7 1 1 0 0 0 0 3
8 . . 0 0 2 2 1
6 3 1 0 0 0 0 3
. 6 1 1 1 1 2 2
. 1 . 1 0 2 2 1
5 4 2 0 1 0 1 3
*/
