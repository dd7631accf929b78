/* source: SAS 9.4 Macro Language: Reference, %TRIM and %QTRIM Autocall Macros, example 1 */
data sample;
  do i = 1 to 6; output; end;
run;
%macro rows(of);
  %local rows;
  data _null_;
    set &of nobs=n;
    call symput('rows', left(put(n, 8.)));
    stop;
  run;
  %if &rows eq 0 %then %put There were NO observations in %upcase(&of).;
  %else %put There were %trim(&rows) observations in %upcase(&of).;
%mend;
%rows(sample)
/* log
There were 6 observations in SAMPLE.
*/
