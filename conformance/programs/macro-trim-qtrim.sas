/* source: SAS 9.4 Macro Language: Reference, %TRIM and %QTRIM Autocall Macros, example 2 */
%let day = 28JAN99;
%let when = %nrstr(   &day   );
%put *&when* *%qtrim(&when)* *%trim(&when)*;
/* log
* &day * * &day* * 28JAN99*
*/
