/* source: SAS 9.4 Functions and CALL Routines: Reference, SYSPARM Function: what SYSPARM= has, which is empty at first */
data _null_; x = sysparm(); empty = missing(x); put empty=; run;
%put *&sysparm*;
/* log
empty=1
**
*/
