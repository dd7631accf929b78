/* source: SAS 9.4 Functions and CALL Routines: Reference, CALL SET Routine; rows of SASHELP.CLASS */
/* differs: CALL SET is for %SYSCALL alone */
data _null_;
  length name $ 8 age 8;
  call missing(name, age);
  id = open('sashelp.class');
  call set(id);
  rc = fetchobs(id, 10);
  put name= age=;
  rc = fetchobs(id, 2);
  put name= age=;
  rc = close(id);
run;
/* log
name=John age=12
name=Alice age=13
*/
