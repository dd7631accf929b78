/* source: Interleave observations but keep all of both tables (SAS-L; github.com/rogerjdeangelis) */
data larger; do rec = 1 to 5; output; end; run;
data smaller; do rec = 11 to 12; output; end; run;
data problem;
  set larger; output;
  set smaller; output;
run;
data want;
  set larger;
  output;
  if _n_ <= nobs then do;
    set smaller nobs=nobs;
    output;
  end;
run;
proc print data=problem; run;
proc print data=want; run;
/* log
NOTE: The data set WORK.WANT has 7 observations and 1 variables.
*/
/* listing
1 1
2 11
3 2
4 12
5 3
1 1
2 11
3 2
4 12
5 3
6 4
7 5
*/
