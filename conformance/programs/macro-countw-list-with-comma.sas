/* source: SAS Studio - parentheses affecting how sysfunc function resolves macro variable (Stack Overflow 77946483, 2024) */
%let clmns1=Parent_Name, Name;
%let j=1;
%put bare: %sysfunc(countw(&&clmns&j.));
%put in parentheses: %sysfunc(countw((&&clmns&j.)));
/* log
bare: 3
in parentheses: 2
*/
