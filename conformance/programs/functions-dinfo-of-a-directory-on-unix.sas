/* source: SAS 9.3 Companion for UNIX Environments, DINFO, DOPTNAME and DOPTNUM Functions: the first item is Directory */
data _null_;
  length name value $ 200;
  rc = filename('d', pathname('work'));
  id = dopen('d');
  some = doptnum(id) >= 1;
  name = doptname(id, 1);
  value = dinfo(id, name);
  same = scan(value, -1, '/') = scan(pathname('work'), -1, '/');
  other = dinfo(id, 'No such item');
  put some= name= same= other=;
  rc = dclose(id);
run;
/* log
some=1 name=Directory same=1 other=
*/
