/* source: Macro Variables, SAS 9.4 Macro Language Reference, chapter 3 (oreilly.com copy) */
%let word=sales;
%put [&word.--a report];
%put [&word--a report];
%let a=first;
%let b=macro variable;
%put &a ***&b***;
/* log
[sales--a report]
[sales--a report]
first ***macro variable***
*/
