/* source: SAS 9.4 Macro Language: Reference, automatic variables of the host, the process and the user have values */
%macro filled(name); %if %length(&&&name) > 0 %then %put &name is filled; %else %put &name is empty; %mend;
%put %eval(%length(&sysencoding) > 0) %eval(%length(&syshostname) > 0) %eval(%length(&systcpiphostname) > 0);
%put %eval(%length(&sysjobid) > 0) %eval(%length(&sysprocessid) > 0) %eval(%length(&sysuserid) >= 0);
%put %substr(&sysprocessmode, 1, 3) %eval(&sysenv = BACK or &sysenv = FORE);
%filled(sysencoding)
%filled(sysscpl)
/* log
1 1 1
1 1 1
SAS 1
sysencoding is filled
sysscpl is filled
*/
