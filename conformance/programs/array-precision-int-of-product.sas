/* source: INT function returning unexpected results (ncklager44, SAS Communities, message 954954) */
data _null_;
  do v = 1117.11, 1117.01;
    p = v*100;
    q = int(v*100);
    put p= q=;
  end;
run;
/* log
p=111711 q=111710
p=111701 q=111701
*/
