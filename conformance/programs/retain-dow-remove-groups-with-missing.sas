/* source: Remove groups by conditions (SAS Communities m-p/564056; P. Dorfman, github.com/rogerjdeangelis) */
data have;
  input family children @@;
  datalines;
1 1 1 . 1 2 1 3 2 2 2 3 3 3 3 3 4 1
;
data want;
  do n = 1 by 1 until (last.family);
    set have; by family;
    if missing(children) then missed = 1;
    if children in (1, 2) then kid = 1;
  end;
  do n = 1 to n;
    set have;
    if missed ne 1 and kid = 1 then output;
  end;
  keep family children;
run;
proc print data=want; run;
/* listing
1 2 2
2 2 3
3 4 1
*/
