/* source: Counting the number of times an arbitrary number appears in an array (rogerjdeangelis on GitHub) */
data _null_;
  array scores[5] (64, 2, 64, 3, 4);
  length bytes $ 40;
  do k = 1 to dim(scores);
    bytes = cats(bytes, put(scores[k], z3.), '/');
    same = sum(same, scores[k] = 64);
  end;
  passed = count(bytes, '064/');
  put passed= same=;
run;
/* log
passed=2 same=2
*/
