/* source: the do loop and output statement (art297, SAS Communities, message 48069) */
data last;
  do n = 1 to 6; sq = n**2; end;
run;
data listed;
  do cnt = 1,2,3,4,5,6; end;
  output;
run;
data _null_;
  set last; put n= sq=;
run;
data _null_;
  set listed; put cnt=;
run;
/* log
n=7 sq=36
cnt=6
*/
