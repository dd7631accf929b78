/* source: SAS 9.4 Functions and CALL Routines: Reference, DCREATE, DOPEN, DNUM, DREAD, MOPEN and DCLOSE Functions */
data _null_;
  length path $ 200;
  path = dcreate('folder', pathname('work'));
  made = path = catx('/', pathname('work'), 'folder');
  rc = filename('d', path);
  rc = filename('f', catx('/', path, 'member.txt'));
  id = fopen('f', 'o'); rc = fput(id, 'text'); rc = fwrite(id); rc = fclose(id);
  did = dopen('d');
  n = dnum(did);
  name = dread(did, 1);
  fid = mopen(did, name, 'i');
  open = fid > 0;
  put made= n= name= open=;
  rc = fclose(fid);
  rc = dclose(did);
  put rc=;
  none = dread(dopen('d'), 2);
  put none=;
run;
/* log
made=1 n=1 name=member.txt open=1
rc=0
none=
*/
