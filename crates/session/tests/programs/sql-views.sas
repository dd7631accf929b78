/* PROC SQL: views, which queries and all other steps read. */
data class;
  input name $ age;
datalines;
Ann 11
Bob 12
Cid 11
;
proc sql;
create view young(who, years) as select name, age from class where age < 12 order by name desc;
describe view young;
select * from young;
/* A view over a view, with a text that the macro language is to leave alone. */
create view more as select young.*, '&a %b' as text from young;
select a.who, b.name, text from more as a, class as b where a.years = b.age order by 1, 2;
/* What a view shows is what its tables have when it is read. */
insert into class values ('Eve', 9);
quit;
data both;
  set young class(in=is_class rename=(name=who age=years));
  from = ifc(is_class, 'class', 'view');
run;
proc print data=more;
run;
proc sort data=young out=sorted;
  by years;
run;
proc sql;
select * from both;
select memname, memtype from dictionary.members where libname = 'WORK' order by memname;
create view young as select name from class;
select * from young;
drop view young, more, nothere;
quit;
