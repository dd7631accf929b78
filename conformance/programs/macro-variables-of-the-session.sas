/* source: SAS 9.4 Macro Language: Reference, Automatic Macro Variables: initial values and equalities */
%put *&sysbuffr* *&syscmd* *&sysdevic* *&sysmsg* *&sysparm*;
%put &=sysdmg &=sysfilrc &=syslckrc &=syslibrc &=sysrc &=sysinfo;
%put &=sysver;
%put &=sysmenv;
data _null_;
  job = "&sysjobid" = "&sysprocessid" or length("&sysprocessid") > 30;
  host = "&syshostname" ne ' ' and "&systcpiphostname" ne ' ';
  user = length("&sysuserid") > 0;
  cpus = &sysncpu >= 1;
  mode = index("&sysprocessmode", 'SAS') = 1;
  env = "&sysenv" in ('BACK', 'FORE');
  width = &syscharwidth in (1, 2, 4);
  encoding = "&sysencoding" ne ' ';
  put job= host= user= cpus= mode= env= width= encoding=;
run;
/* log
** ** ** ** **
SYSDMG=0 SYSFILRC=0 SYSLCKRC=0 SYSLIBRC=0 SYSRC=0 SYSINFO=0
SYSVER=9.4
SYSMENV=S
job=1 host=1 user=1 cpus=1 mode=1 env=1 width=1 encoding=1
*/
