/* source: SAS 9.4 Functions and CALL Routines: Reference, LIBNAME, LIBREF and PATHNAME Functions */
data _null_;
  before = libref('mine') ne 0;
  path = pathname('work');
  rc = libname('mine', path);
  assigned = libref('mine');
  put before= rc= assigned=;
run;
data _null_;
  same = pathname('mine') = pathname('work'); put same=;
  rc = libname('mine');
  after = libref('mine') ne 0;
  put rc= after=;
run;
/* log
before=1 rc=0 assigned=0
same=1
rc=0 after=1
*/
