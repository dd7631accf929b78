/* source: Sort words in a sentence (rogerjdeangelis on GitHub) */
data _null_;
  infile datalines truncover;
  input sentence $50.;
  array word[6] $ 16;
  do k = 1 to 6; word[k] = scan(sentence, k, ' '); end;
  call sortc(of word[*]);
  alphabetical = catx(' ', of word[*]);
  put alphabetical;
  cards4;
some french women grow hairy orange
dogs can be affectionate
this house is blue
select from where having orange
;;;;
run;
/* log
french grow hairy orange some women
affectionate be can dogs
blue house is this
from having orange select where
*/
