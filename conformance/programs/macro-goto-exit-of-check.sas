/* source: SAS 9.4 Macro Language: Reference, %GOTO Statement, Providing Exits in a Large Macro */
%macro check(parm);
  %local status;
  %if &parm= %then %do;
    %put You must supply a parameter to macro CHECK.;
    %goto exit;
  %end;
  %if &parm=x %then %goto special;
  %put parm is &parm;
  %goto exit;
  %special: %put the special one;
  %exit: %put leaving CHECK;
%mend;
%check()
%check(x)
%check(abc)
/* log
You must supply a parameter to macro CHECK.
leaving CHECK
the special one
leaving CHECK
parm is abc
leaving CHECK
*/
