/* source: SAS 9.4 Macro Language: Reference, %TRIM and %QTRIM: a masked reference stays with %QTRIM alone */
%let theday=Tuesday;
%let d=%nrstr(&theday   );
%put *%qtrim(&d)* *%trim(&d)*;
/* log
*&theday* *Tuesday*
*/
