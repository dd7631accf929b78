/* source: SAS 9.4 Functions and CALL Routines: Reference, SYSPARM Function; Macro Language: Reference, SYSPARM */
/* differs: the option SYSPARM= is not supported */
options sysparm='dept A';
data _null_; x = sysparm(); put x=; run;
%put &sysparm;
/* log
x=dept A
dept A
*/
