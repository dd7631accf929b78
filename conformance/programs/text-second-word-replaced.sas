/* source: Replace 2nd occurrence of a string with another string (rogerjdeangelis on GitHub) */
data _null_;
  word = 'I am a student in a college in a city in India to study masters   ';
  at = findw(word, 'in', findw(word, 'in') + 1);
  word = catx(' ', substr(word, 1, at - 1), 'from', substr(word, at + 3));
  put word=;
run;
/* log
word=I am a student in a college from a city in India to study masters
*/
