/* source: SAS 9.4 Macro Language: Reference, %SUBSTR and %QSUBSTR Functions, Comparing %SUBSTR and %QSUBSTR */
%let a=one;
%let b=two;
%let c=%nrstr(&a &b);
%put C: &c;
%put With SUBSTR: %substr(&c,1,2);
%put With QSUBSTR: %qsubstr(&c,1,2);
/* log
C: &a &b
With SUBSTR: one
With QSUBSTR: &a
*/
