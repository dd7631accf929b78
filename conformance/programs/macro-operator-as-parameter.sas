/* source: comparing values with a decimal point in %IF (SAS Japan FAQ ba099) */
%macro check(a,op,b);
  %if %sysevalf(&a &op &b) %then %put float TRUE;
  %else %put float FALSE;
  %if &a &op &b %then %put plain TRUE;
  %else %put plain FALSE;
%mend;
%check(2,>,12.0)
/* log
float FALSE
plain TRUE
*/
