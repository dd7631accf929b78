/* source: DO Statement: DO UNTIL, SAS 9.4 Statements: Reference (SAS Institute) */
data _null_;
  m = 0;
  do until (m >= 5);
    put m=;
    m + 1;
  end;
run;
/* log
m=0
m=1
m=2
m=3
m=4
*/
