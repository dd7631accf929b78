/* source: SAS 9.2 Macro Language: Reference, %LEFT and %QLEFT, with a variable in place of SYSDAY */
%let theday=Tuesday;
%let d=%nrstr(   &theday );
%put *%qleft(&d)* *%left(&d)*;
/* log
*&theday * *Tuesday *
*/
