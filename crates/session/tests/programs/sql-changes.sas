/* PROC SQL: tables that are made, changed and removed. */
data class;
  length name $8;
  input name $ age height;
  label age='Age in years';
  format height 6.1;
datalines;
Ann 11 130.5
Bob 12 .
Cid 11 140
Dan 13 150
;
proc sql;
/* Columns by their types, and what DESCRIBE makes of them. */
create table x(label='Things') (a num format=8.2, b char(20) label='The ''b''', c date, d num length=4);
describe table x;
/* Values by place, by name, from queries and from the table itself; what is not named is missing. */
insert into x values (1, 'one', '01jan2020'd, 1.5) values (., ' ', ., .) values (null, null, null, .z);
%put Inserted &sqlobs, SQLRC is &sqlrc.;
insert into x(b, a) values ('two', -2);
insert into x set a=3, b=cats('th','ree') set c=(select max(age) from class);
insert into x(a, b) select age, name from class where age > 11;
insert into x select * from x where a > 11;
insert into x select * from x where a > 999;
select * from x;
/* Conditions on missing values are those of the language: they are less than any number. */
update x set a = a + 1, b = case when a > 2 then upcase(b) else b end where a > .z;
%put Updated &sqlobs..;
update x as t set d = (select max(height) from class)
  where exists (select 1 from class where class.age + 1 = t.a);
update x set b = 'less' where a < -1;
update x set a = 5 where a = 99;
select * from x;
delete from x where b = 'less' and d = .;
%put Deleted &sqlobs..;
delete from x where a in (select age + 1 from class);
delete from x where a = 99;
select * from x;
/* Columns that are added, changed and dropped. The label of the table stays. */
alter table x add e char(3), f num format=dollar8. modify b char(5) label='short', a format=best6. drop d;
insert into x(e) values ('abcd');
describe table x;
select * from x;
/* Tables like others. */
create table y like x;
create table z like class(drop=height);
describe table y, z;
delete from class;
select count(*) as n from class;
drop table x, y, nothere;
quit;
