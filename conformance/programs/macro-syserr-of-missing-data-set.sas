/* source: SAS automatic macro variables for errors and warnings (renenyffenegger.ch, github about-SAS, error-warning.sas) */
/* differs: the automatic macro variable SYSERRORTEXT does not exist, and the message is another */
data tq84;
  set DoesNotExist;
run;
%put &=syserr;
%put &=syserrortext;
/* log
SYSERR=1012
SYSERRORTEXT=File WORK.DOESNOTEXIST.DATA does not exist.
*/
