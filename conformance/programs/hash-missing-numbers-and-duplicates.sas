/* source: Missing numbers and duplicates in a list of numbers (StackOverflow; github.com/rogerjdeangelis) */
data have;
  input num @@;
  datalines;
22 14 19 17 12 10 16 17 22 11 15 20 15
;
data want;
  length status $ 8;
  declare hash h();
  h.definekey('num');
  h.definedata('num', 'n');
  h.definedone();
  do until (last);
    set have end=last;
    low = min(low, num); high = max(high, num);
    if h.find() ne 0 then n = 0;
    n + 1;
    h.replace();
  end;
  do num = low to high;
    if h.find() ne 0 then do; status = 'Missing'; output; end;
    else if n > 1 then do; status = 'Dups'; output; end;
  end;
  keep num status;
run;
proc print data=want noobs; var num status; run;
/* listing
13 Missing
15 Dups
17 Dups
18 Missing
21 Missing
22 Dups
*/
