/* source: value of parentheses of regular expressions (renenyffenegger.ch, github about-SAS) */
data _null_;
  numbers = 'foo bar baz 42';
  re = prxparse('/(\w+) (\w+) (\w+) (\w+)/');
  if prxmatch(re, numbers) then do n = 1 to 4;
    call prxposn(re, n, start, length);
    word = substr(numbers, start, length);
    put 'parenthesis ' n ': ' word;
  end;
run;
/* log
parenthesis 1 : foo
parenthesis 2 : bar
parenthesis 3 : baz
parenthesis 4 : 42
*/
