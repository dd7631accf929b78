/* source: SAS 9.4 Macro Language: Reference, %CMPRES and %QCMPRES Autocall Macros, example 1 */
data _null_;
  a = 5; b = 10;
  call symput('a', a);
  call symput('b', b);
  call symput('op', '+');
run;
%macro note;
  %let text = "The result of &a &op &b is %eval(&a &op &b).";
  %put %cmpres(&text);
%mend;
%note
/* log
"The result of 5 + 10 is 15."
*/
