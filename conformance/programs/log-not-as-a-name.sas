/* source: Possible error messages when using the words _NEW_ or NOT in expressions (SAS Knowledge Base KB0046757) */
data _null_;
  not = 1;
  if not = 1 then put 'x';
run;
/* log
ERROR 22-322: Syntax error, expecting one of the following: a name, a quoted string, a numeric constant, a datetime constant, a missing value, INPUT, PUT.
*/
