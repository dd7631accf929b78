/* source: CALL SET routine (sasrunner.blogspot.com, 2017) */
%macro linked;
  %local sex;
  %let id=%sysfunc(open(sashelp.class,i));
  %syscall set(id);
  %let rc=%sysfunc(fetchobs(&id,10));
  %let rc=%sysfunc(close(&id));
  %put _local_;
%mend;
%global name;
%linked
%put name: &name;
/* log
LINKED AGE 12
LINKED HEIGHT 59
LINKED SEX M
LINKED WEIGHT 99.5
name: John
*/
