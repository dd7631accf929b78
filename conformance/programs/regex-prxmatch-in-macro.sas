/* source: SAS function prxmatch (renenyffenegger.ch, github about-SAS, containsDigit.sas) */
%macro digit(txt);
  %local pos;
  %let pos = %sysfunc(prxmatch(/\d/, &txt));
  %if &pos > 0 %then %put &txt contains a digit at position &pos;
  %else %put &txt does not contain a digit;
%mend;
%digit(foo bar baz)
%digit(I say 42)
/* log
foo bar baz does not contain a digit
I say 42 contains a digit at position 7
*/
