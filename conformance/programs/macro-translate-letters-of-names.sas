/* source: SAS 9.4 Macro Language: Reference, %SYSFUNC, Translating Characters (and course notes STAT 4197, Week 10) */
%let string1 = V01N01-V01N10;
%let string1 = %sysfunc(translate(&string1,P, N));
%put With N translated to P, V01N01-V01N10 is &string1;
/* log
With N translated to P, V01N01-V01N10 is V01P01-V01P10
*/
