/* source: Input the character missing value as a period instead of a blank (stackoverflow.com 54908421; rogerjdeangelis on GitHub) */
data periods;
  input id c1 $ c2 $char1. c3 $;
  cards4;
1 a b c
2 . . 3
;;;;
data blanks;
  input id c1 $ c2 $ c3 $;
  cards4;
2 . . 3
;;;;
data _null_;
  set periods blanks;
  put id +(-1) '|' c1 $1. '|' c2 $1. '|' c3 $1. '|';
run;
/* log
1|a|b|c|
2| |.|3|
2| | |3|
*/
