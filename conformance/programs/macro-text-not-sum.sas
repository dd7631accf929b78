/* source: Macro variable resolves to numeric variable in datastep, reply of yabwon (SAS Communities m-p/877507, 2023) */
%let a=1;
%let b=2;
%put **%eval(&a+&b)**;
%put **&a+&b**;
/* log
**3**
**1+2**
*/
