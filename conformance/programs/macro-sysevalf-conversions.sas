/* source: %SYSEVALF Function (SAS 9.3 Macro Language Reference, support.sas.com) */
%put bool=%sysevalf(1/3,boolean) %sysevalf(10+.,boolean);
%put ceil=%sysevalf(1 + 1.1,ceil) %sysevalf(-1 + 1.e-11,ceil) %sysevalf(10+.);
%put floor=%sysevalf(-2.4,floor) %sysevalf(3,floor) %sysevalf(1.-1.e-13,floor) %sysevalf(.,floor);
%put int=%sysevalf(2.1,integer) %sysevalf(-2.4,integer) %sysevalf(3,integer) %sysevalf(-1.6,integer) %sysevalf(1.-1.e-13,integer);
/* log
bool=1 0
ceil=3 0 .
floor=-3 3 1 .
int=2 -2 3 -1 1
*/
