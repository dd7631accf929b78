/* source: Identify gaps in magazine subscriptions (rogerjdeangelis on GitHub) */
data paid;
  input client $ jan feb mar apr may jun jul aug sep oct nov dec;
  datalines;
Client1 123 768 678 452 213 123 55  010   0   0   0   0
Client2 549 542 021 321 031 059 998   0 546 980   0 987
Client3 500   0 500   0   0   0 500   0 500   0 500   0
Client4 126 545 315   0 268 126 056   0   0 099   0   0
Client5 546 546   0   0 033   0   0   0   0   0 066   0
Client6   0   0   0 025 078 563 698 631 230 053   0   0
Client7   0   0   0   0   0   0   0   0   0   0   0   0
;
data _null_;
  set paid;
  array month[12] jan--dec;
  length months $ 12;
  do k = 1 to 12;
    months = cats(months, month[k] = 0);
  end;
  first = find(months, '111');
  if first then gap = 'Gap    ';
  else gap = 'No gap';
  if first then do;
    from = vname(month[first]);
    put client gap from;
  end;
  else put client gap;
run;
/* log
Client1 Gap sep
Client2 No gap
Client3 Gap apr
Client4 No gap
Client5 Gap jun
Client6 Gap jan
Client7 Gap jan
*/
