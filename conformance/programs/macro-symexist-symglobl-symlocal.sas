/* source: %SYMEXIST, %SYMGLOBL and %SYMLOCAL Functions (SAS Macro Language Reference, support.sas.com) */
%global x;
%macro test;
  %local y;
  %put exist %symexist(x) %symexist(y) %symexist(z);
  %if %symglobl(x) %then %put %nrstr(%symglobl(x)) = TRUE;
  %else %put %nrstr(%symglobl(x)) = FALSE;
  %if %symglobl(y) %then %put %nrstr(%symglobl(y)) = TRUE;
  %else %put %nrstr(%symglobl(y)) = FALSE;
  %put local %symlocal(x) %symlocal(y) %symlocal(z);
%mend test;
%test
/* log
exist 1 1 0
%symglobl(x) = TRUE
%symglobl(y) = FALSE
local 0 1 0
*/
