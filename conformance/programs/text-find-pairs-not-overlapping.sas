/* source: Find the consecutively matched pattern 11 in 11110001101 (rogerjdeangelis on GitHub) */
data _null_;
  text = '11110001101';
  do start = find(text, '11') by 0 while (start);
    end = start + 1;
    put start= end=;
    start = find(text, '11', end + 1);
  end;
run;
/* log
start=1 end=2
start=3 end=4
start=8 end=9
*/
