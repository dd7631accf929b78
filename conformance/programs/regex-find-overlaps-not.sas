/* source: Find the pattern 11 in 11110001101 (github.com/rogerjdeangelis) */
data want(keep=beg end);
  x = '11110001101';
  do pos = 1 to length(x) - 1;
    at = find(x, '11', pos);
    if at then do;
      beg = at; end = at + 1; pos = at + 1;
      output;
    end;
  end;
run;
proc print data=want noobs; var beg end; run;
/* listing
beg end
1 2
3 4
8 9
*/
