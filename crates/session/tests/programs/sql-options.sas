/* PROC SQL: its options, and the macro variables that it sets. */
data class;
  input name $ age;
datalines;
Ann 11
Bob 12
Cid 11
;
proc sql number outobs=2;
select * from class;
%put SQLOBS=&sqlobs SQLRC=&sqlrc SQLEXITCODE=&sqlexitcode SQLXRC=&sqlxrc;
create table two as select * from class;
reset nonumber outobs=max inobs=1 feedback;
select * from class(firstobs=2) as c;
reset inobs=max nofeedback noprint;
select * from class;
%put SQLOBS=&sqlobs;
/* The text behind a statement sees what it has set. */
select count(*), max(age) into :n, :most trimmed from class;
%put n=&n most=&most SQLOBS=&sqlobs;
%if &n = 3 %then %do;
select name into :names separated by ' ' from class where age = &most;
%end;
%put names=&names SQLOBS=&sqlobs;
select name into :name1- from class;
%put &name1 &name2 &name3 SQLOBS=&sqlobs;
select name into :nobody from class where age > 99;
%put SQLOBS=&sqlobs;
reset print noexec;
select * from class;
reset exec;
validate select * from class;
%let sqlobs=0;
select name, value from dictionary.macros where name like 'SQL%';
select name, type, length, npos, varnum from dictionary.columns where libname = 'WORK' and memname = 'CLASS';
select memname, memtype, nobs, nvar from sashelp.vtable where libname = 'WORK';
quit;
