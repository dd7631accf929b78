/* source: Sort a string alphabetically by letters (rogerjdeangelis on GitHub) */
data _null_;
  myword = 'the quick brown fox jumps over the lazy dog';
  array letter[43] $ 1;
  do k = 1 to 43; letter[k] = char(myword, k); end;
  call sortc(of letter[*]);
  myword = left(cat(of letter[*]));
  put myword=;
run;
/* log
myword=abcdeeefghhijklmnoooopqrrsttuuvwxyz
*/
