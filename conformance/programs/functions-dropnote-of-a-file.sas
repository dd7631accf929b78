/* source: SAS 9.4 Functions and CALL Routines: Reference, DROPNOTE Function, of an external file */
/* differs: DROPNOTE is of data sets alone */
filename t temp;
data _null_; file t; put 'first line' / 'second' / 'third one'; run;
data _null_;
  length s $ 20;
  id = fopen('t', 'i');
  rc = fread(id); n = frlen(id); rc = fget(id, s, 20); put s= n=;
  rc = fread(id); mark = fnote(id);
  rc = fread(id); rc = fpos(id, 7); rc = fget(id, s, 20); put s=;
  rc = fpoint(id, mark); rc = fread(id); n = frlen(id); rc = fget(id, s, 20); put s= n=;
  rc = frewind(id); rc = fread(id); rc = fget(id, s, 20); put s=;
  rc = dropnote(id, mark); put rc=;
  rc = fclose(id);
run;
/* log
s=first line n=10
s=one
s=second n=6
s=first line
rc=0
*/
