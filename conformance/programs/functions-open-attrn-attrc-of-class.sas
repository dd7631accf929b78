/* source: SAS 9.4 Functions and CALL Routines: Reference, ATTRN and ATTRC Functions; contents of SASHELP.CLASS */
data _null_;
  id = open('sashelp.class');
  nobs = attrn(id, 'NOBS'); nvars = attrn(id, 'NVARS'); any = attrn(id, 'ANY');
  lib = attrc(id, 'LIB'); mem = attrc(id, 'MEM'); mode = attrc(id, 'MODE'); type = attrc(id, 'MTYPE');
  put nobs= nvars= any= / lib= mem= mode= type=;
  rc = close(id);
  put rc=;
run;
/* log
nobs=19 nvars=5 any=1
lib=SASHELP mem=CLASS mode=I type=DATA
rc=0
*/
