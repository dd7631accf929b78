/* source: SYSERRORTEXT Automatic Macro Variable, SAS 9.3 Macro Language: Reference (support.sas.com) */
/* The documented warning that follows says "might be incomplete" where logs of SAS 9.4 say "may be incomplete". */
data kept;
  set doesnotexist;
run;
%put &syserrortext;
/* log
ERROR: File WORK.DOESNOTEXIST.DATA does not exist.
NOTE: The SAS System stopped processing this step because of errors.
File WORK.DOESNOTEXIST.DATA does not exist.
*/
