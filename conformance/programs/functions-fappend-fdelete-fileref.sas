/* source: SAS 9.4 Functions and CALL Routines: Reference, FAPPEND, FDELETE and FILEREF Functions */
filename t temp;
data _null_;
  before = fileref('nosuch') > 0;
  id = fopen('t', 'o'); rc = fput(id, 'one'); rc = fwrite(id); rc = fclose(id);
  assigned = fileref('t');
  id = fopen('t', 'a'); rc = fput(id, 'two'); rc = fappend(id); rc = fclose(id);
  put before= assigned=;
run;
data _null_; infile t; input; put _infile_; run;
data _null_;
  rc = fdelete('t'); there = fexist('t'); gone = fileref('t') < 0;
  put rc= there= gone=;
run;
/* log
before=1 assigned=0
one
two
rc=0 there=0 gone=1
*/
