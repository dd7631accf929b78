/* source: Counts of strings of contiguous numbers that are the same, run length encoding (SAS Forum; rogerjdeangelis on GitHub) */
data bits;
  input a b c @@;
  cards4;
0 1 0 1 1 0 1 1 0 1 1 0 1 0 0 0 0 1 0 0 1 1 0 1
1 0 1 1 1 1 0 1 1 0 1 1 1 1 0 1 1 0 1 0 0 1 0 0
;;;;
data runs;
  set bits end=done;
  array now[3] a b c;
  array run[3] _temporary_ (3*0);
  array before[3] _temporary_ (3*0);
  do k = 1 to 3;
    if now[k] and not before[k] then run[k] + 1;
    before[k] = now[k];
  end;
  if done then do k = 1 to 3;
    vars = vname(now[k]);
    contig = run[k];
    output;
  end;
  keep vars contig;
run;
proc print data=runs noobs; run;
/* listing
vars contig
a 3
b 2
c 1
*/
