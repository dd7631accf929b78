/* source: %UNQUOTE Function (SAS 9.3 Macro Language Reference, support.sas.com) */
%let val=aaa;
%let testval=%str(%'&val%');
data _null_;
  val=%unquote(&testval);
  put 'VAL=' val;
run;
/* log
VAL=aaa
*/
