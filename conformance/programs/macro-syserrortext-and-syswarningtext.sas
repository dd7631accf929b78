/* source: SAS 9.4 Macro Language: Reference, SYSERRORTEXT and SYSWARNINGTEXT Automatic Macro Variables */
data null;
  set doesnotexist;
run;
%put &syserrortext;
%put &syswarningtext;
/* log
File WORK.DOESNOTEXIST.DATA does not exist.
The data set WORK.NULL may be incomplete. When this step was stopped there were 0 observations and 0 variables.
*/
