/* source: SAS function varname (renenyffenegger.ch, github about-SAS, varname.sas) */
data ds; foo = 'a'; bar = 'b'; baz = 'c'; num = 1; run;
%macro names(ds);
  %local list fid i;
  %let fid = %sysfunc(open(&ds));
  %do i = 1 %to %sysfunc(attrn(&fid, nvars));
    %let list = &list %sysfunc(varname(&fid, &i));
  %end;
  %let fid = %sysfunc(close(&fid));
  &list
%mend;
%put %names(ds);
/* log
foo bar baz num
*/
