/* source: Extract a word from a sentence and return the shorter list, TRANSTRN (rogerjdeangelis on GitHub) */
data _null_;
  from = 'The quick brown fox jumps over the lazy cat dog';
  to = compbl(transtrn(from, 'cat', trimn('')));
  put to=;
run;
/* log
to=The quick brown fox jumps over the lazy dog
*/
