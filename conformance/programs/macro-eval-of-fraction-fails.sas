/* source: %EVAL, integer-arithmetic.sas (renenyffenegger.ch, github about-SAS) */
%put 39 + 3 = %eval(39 + 3);
%let one_plus_one = 1+1;
%put &one_plus_one;
%put %eval(&one_plus_one);
%put 45.1 - 3.1 = %sysevalf(45.1 - 3.1);
%put 45 - 3 = %sysevalf(45 - 3);
/* log
39 + 3 = 42
1+1
2
45.1 - 3.1 = 42
45 - 3 = 42
*/
