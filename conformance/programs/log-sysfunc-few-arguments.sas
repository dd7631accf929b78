/* source: macro EvalExp, comment on MAX in %SYSFUNC (github.com) */
%let most = %sysfunc(max());
/* log
ERROR: The function MAX referenced by the %SYSFUNC or %QSYSFUNC macro function has too few arguments.
*/
