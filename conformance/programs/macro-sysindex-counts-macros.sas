/* source: SAS 9.4 Macro Language: Reference, SYSINDEX: the number of macros that have started execution so far */
%macro now; %put &sysindex; %mend;
%put &sysindex;
%now
%now
%put &sysindex;
/* log
0
1
2
2
*/
