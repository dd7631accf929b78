/* source: SAS 9.4 Macro Language: Reference, SYSDSN and SYSLAST Automatic Macro Variables */
/* differs: they have no trailing blanks */
data first; x = 1; run;
%put Sysdsn produces: *&sysdsn*;
%put Syslast produces: *&syslast*;
/* log
Sysdsn produces: *WORK    FIRST                           *
Syslast produces: *WORK.FIRST                              *
*/
