/* source: SAS 9.4 Macro Language: Reference, %SYSMEXECDEPTH, %SYSMEXECNAME and %SYSMACEXEC Functions */
%macro inner;
  %put &sysmacroname: %sysmexecdepth, %sysmexecname(0), %sysmexecname(1);
  %put outer %sysmacexec(outer), other %sysmacexec(other);
%mend;
%macro outer;
  %put &sysmacroname: %sysmexecdepth;
  %inner
%mend;
%macro other; %mend;
%put %sysmexecdepth;
%outer
%inner
/* log
0
OUTER: 1
INNER: 2, OPEN CODE, OUTER
outer 1, other 0
INNER: 1, OPEN CODE, INNER
outer 0, other 0
*/
