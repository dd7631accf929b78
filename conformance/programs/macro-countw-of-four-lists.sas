/* source: STAT 4197/6197 course notes, Week 10, COUNTW with %SYSFUNC (ProcJimi/curriculum, GitHub, 2019) */
%let st = Alabama|Alaska|Vermont|Oregon|Utah;
%put %sysfunc(countw(&st, %str(|)));
%let xvars=age, sex;
%put %sysfunc(countw(%quote(&xvars)));
%let lst2= "1234" "3222" "0056" "12345" "123456";
%put %sysfunc(countw(%sysfunc(quote(&lst2))));
%let lst3= '1234' '3222' '0056';
%put %sysfunc(countw(%sysfunc(quote(&lst3))));
/* log
5
2
5
3
*/
