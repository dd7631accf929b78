/* source: SAS macro quoting: %nrstr quoted statements (renenyffenegger.ch, github about-SAS) */
%let stmts=%nrstr(
  %put varOne = &varOne;
  %put varTwo = &varTwo;
);
%put &stmts;
%let varOne=foo;
%let varTwo=baz;
%unquote(&stmts)
/* log
%put varOne = &varOne;   %put varTwo = &varTwo;
varOne = foo
varTwo = baz
*/
