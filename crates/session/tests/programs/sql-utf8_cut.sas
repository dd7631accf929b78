/* A value that is longer than its column is cut before a character of UTF-8 that would be split, with a warning, once a
   column and statement: C3A920, as in a DATA step. ASCII values are cut as ever. */
data a; length a $6 b $6; a = 'éé'; b = 'abcdef'; run;
proc sql;
  create table b as select a length=3, b length=3 from a;
  insert into b values('éé', 'abcdef') values('éé', 'x');
  insert into b select a, b from a;
  update b set a = 'aüü' where b = 'x';
  create table c (a char(6));
  insert into c set a='ééé';
  alter table c modify a char(5);
quit;
data _null_; set b; put a $hex6. b $hex6.; run;
data _null_; set c; put a $hex10.; run;
