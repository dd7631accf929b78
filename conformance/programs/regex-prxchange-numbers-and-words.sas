/* source: SAS function prxchange (renenyffenegger.ch, github about-SAS, replace-numbers.sas, switch-words.sas, sysfunc.sas) */
data _null_;
  a = prxchange('s/\d+/NUM/', -1, 'foo 42 bar 178 baz');
  b = prxchange('s/(\w+), *(\w+)/$2, $1/', 1, 'world, Hello!');
  put a= / b=;
run;
%macro without(text);
  %local result;
  %let result = %sysfunc(prxchange(s/\d+$//, -1, &text));
  &result
%mend;
%put %without(Say 42 times hello);
%put %without(Say hello times 42);
/* log
a=foo NUM bar NUM baz
b=Hello, world!
Say 42 times hello
Say hello times
*/
