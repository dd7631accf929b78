/* source: SAS functions foptnum, foptname, finfo (renenyffenegger.ch, github about-SAS, iterate-attributes.sas) */
filename t temp;
data _null_; file t; put 'foo bar baz'; run;
data _null_;
  id = fopen('t', 's');
  n = foptnum(id);
  put 'File has ' n 'attributes.';
  do i = 1 to n;
    name = foptname(id, i);
    value = finfo(id, name);
    put name;
    if name = 'File Size (bytes)' then put value;
  end;
  rc = fclose(id);
run;
/* log
File has 6 attributes.
Filename
Owner Name
Group Name
Access Permission
Last Modified
File Size (bytes)
12
*/
