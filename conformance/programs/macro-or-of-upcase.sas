/* source: %IF, or.sas and if_else-if_else.sas (renenyffenegger.ch, github about-SAS) */
%macro is(txt);
  %if %upcase(&txt) eq FOO or %upcase(&txt) eq BAR or %upcase(&txt) eq BAZ %then yes;
  %else no;
%mend;
%put %is(Bar) %is(xyz) %is(BAZ);
%macro name(num);
  %if &num eq 1 %then 'foo';
  %else %if &num eq 2 %then 'bar';
  %else 'baz';
%mend;
%put %name(1) %name(2) %name(3);
/* log
yes no yes
'foo' 'bar' 'baz'
*/
