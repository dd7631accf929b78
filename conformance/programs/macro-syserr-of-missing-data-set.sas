/* source: SAS automatic macro variables for errors and warnings (renenyffenegger.ch, github about-SAS, error-warning.sas) */
data tq84;
  set DoesNotExist;
run;
%put &=syserr;
%put &=syserrortext;
/* log
SYSERR=1012
SYSERRORTEXT=File WORK.DOESNOTEXIST.DATA does not exist.
*/
