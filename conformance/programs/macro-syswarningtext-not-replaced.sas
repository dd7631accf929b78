/* source: automatic variables syserrortext, syswarningtext (renenyffenegger.ch, github about-SAS, error-warning.sas) */
data tq84; x = 1; run;
data tq84;
  set DoesNotExist;
run;
%put &=syserr;
%put &=syserrortext;
%put &=syswarningtext;
/* log
SYSERR=1012
SYSERRORTEXT=File WORK.DOESNOTEXIST.DATA does not exist.
SYSWARNINGTEXT=Data set WORK.TQ84 was not replaced because this step was stopped.
*/
