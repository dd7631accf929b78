/* source: SAS 9.4 Macro Language: Reference, %SYSFUNC, Formatting a Value with a User-Defined Format; course notes STAT 4197 */
proc format;
  value category low-<0='Less Than Zero' 0='Equal To Zero' 0<-high='Greater Than Zero' other='Missing';
run;
%macro try(parm); %put &parm is %sysfunc(putn(&parm,category.)); %mend;
%try(1.02)
%try(.)
%try(-.38)
/* log
1.02 is Greater Than Zero
. is Missing
-.38 is Less Than Zero
*/
