/* source: %SUBSTR and %QSUBSTR Functions, example 1 (SAS 9.4 Macro Language Reference, support.sas.com) */
%macro short(ref);
  %if %length(&ref) gt 8 %then %let ref=%upcase(%substr(&ref,1,8));
  %put ref=&ref;
%mend;
%short(humanresource)
/* log
ref=HUMANRES
*/
