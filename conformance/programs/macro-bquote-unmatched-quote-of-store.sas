/* source: SAS 9.4 Macro Language: Reference, %BQUOTE and %NRBQUOTE Functions, Quoting a Variable */
data test;
  store = "Susan's Office Supplies";
  call symput('s', store);
run;
%macro readit;
  %if %bquote(&s) ne %then %put *** valid ***;
  %else %put *** null value ***;
%mend;
%readit
/* log
*** valid ***
*/
