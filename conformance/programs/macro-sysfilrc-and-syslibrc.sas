/* source: SAS 9.4 Macro Language: Reference, SYSFILRC and SYSLIBRC Automatic Macro Variables: nonzero after a failure */
%macro outcome(name); %if &&&name = 0 %then %put &name: done; %else %put &name: failed; %mend;
filename good temp;
%outcome(sysfilrc)
libname good "%sysfunc(pathname(work))";
%outcome(syslibrc)
libname bad '/no/such/folder/at/all';
%outcome(syslibrc)
/* log
sysfilrc: done
syslibrc: done
syslibrc: failed
*/
