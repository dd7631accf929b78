/* source: SAS 9.4 Macro Language: Reference, SYSLIBRC; SAS Component Language: Reference, return codes (_SWNOLIB) */
libname absent '/nosuch/folder/of/data';
%put %eval(&syslibrc ne 0) &syslibrc;
/* log
1 -70008
*/
