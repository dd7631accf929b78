/* source: SAS 9.4 Functions and CALL Routines: Reference, NOTE, POINT, REWIND and DROPNOTE; rows of SASHELP.CLASS */
data _null_;
  id = open('sashelp.class', 'i');
  v = varnum(id, 'name');
  rc = fetchobs(id, 2);
  mark = note(id);
  rc = fetchobs(id, 10); name = getvarc(id, v); put name=;
  rc = point(id, mark); rc = fetch(id); name = getvarc(id, v); put name=;
  rc = rewind(id); put rc=; rc = fetch(id); name = getvarc(id, v); put name=;
  rc = dropnote(id, mark); put rc=;
  rc = close(id);
run;
/* log
name=John
name=Alice
rc=0
name=Alfred
rc=0
*/
