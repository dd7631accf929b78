/* source: SAS 9.4 Macro Language: Reference, %SYSFUNC and %QSYSFUNC: the masked reference of a result stays with %QSYSFUNC */
%let x=value;
%put %sysfunc(left(%nrstr(&x)));
%put %qsysfunc(left(%nrstr(&x)));
/* log
value
&x
*/
