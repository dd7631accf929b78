/* source: SAS 9.4 Functions and CALL Routines: Reference, LIBNAME and PATHNAME Functions */
data _null_;
  rc = libname('mine', pathname('work'));
  same = pathname('mine') = pathname('work');
  put rc= same=;
run;
/* log
rc=0 same=1
*/
