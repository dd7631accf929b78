/* source: SAS 9.2 Macro Language: Reference, %CMPRES and %QCMPRES, Example 1 */
data _null_;
  call symput('x', 5);
  call symput('y', 10);
  call symput('op', '+');
run;
%let text=The result of &x &op &y is %eval(&x &op &y).;
%put *%cmpres(&text)*;
/* log
*The result of 5 + 10 is 15.*
*/
