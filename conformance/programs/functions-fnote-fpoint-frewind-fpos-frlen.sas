/* source: SAS 9.4 Functions and CALL Routines: Reference, FNOTE, FPOINT, FREWIND, FPOS and FRLEN Functions */
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
  rc = fclose(id);
run;
/* log
s=first line n=10
s=one
s=second n=6
s=first line
*/
