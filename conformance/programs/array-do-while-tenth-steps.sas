/* source: Why DO WHILE and DO UNTIL in SAS execute the loop body one more time (Stack Overflow 6035566) */
data w;
  v = 0;
  do while (v < 1);
    v = v + 0.1;
    output;
  end;
run;
data u;
  v = 0;
  do until (v >= 1);
    v = v + 0.1;
    output;
  end;
run;
data _null_;
  set w u end=last;
  if v > 1.05 then put v=;
run;
/* log
v=1.1
v=1.1
*/
