/* source: SAS 9.4 Macro Language: Reference, SYSCC and SYSERR Automatic Macro Variables: 1012 is a general error */
%put &=syscc;
data b; set doesnotexist; run;
%put &=syscc &=syserr;
%let syscc=0;
data c; x = 1; run;
%put &=syscc &=syserr;
/* log
SYSCC=0
SYSCC=1012 SYSERR=1012
SYSCC=0 SYSERR=0
*/
