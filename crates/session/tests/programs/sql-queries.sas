/* PROC SQL: what queries give, and in which order. */
data class;
  length name $8 sex $1;
  input name $ sex $ age height weight;
  label age='Age in years';
  format height 6.1;
datalines;
Alfred M 14 69.0 112.5
Alice F 13 56.5 84.0
Barbara F 13 65.3 98.0
Carol F 14 62.8 102.5
Henry M 14 63.5 .
James M 12 57.3 83.0
Jane F 12 59.8 84.5
John M . 59.0 99.5
;
data dept;
  length name $8 dept $1 boss $8;
  input name $ dept $ boss $;
datalines;
Alfred A Carol
Alice B Carol
Zoe B Alice
Carol C .
;
%let who=Jane;
%let years=13;
options nosyntaxcheck;
proc sql noerrorstop;
/* Joins come in the order of the left table and then of the right one; rows without a partner on the left come last. */
select a.name, b.name as other from class a, class as b where a.age = b.age and a.name < b.name;
select coalesce(c.name, d.name) as name, age, dept from class c full join dept d on c.name = d.name;
select * from class natural full join dept(drop=boss);
select name from class natural join (select name from dept);
select * from class(obs=2) cross join dept(keep=dept obs=2);
select name, c from (select name, count(*) as c from dept group by name) union join class(keep=sex obs=2);
/* Queries in ON, on either side of the join and of it. */
select c.name, dept from class c left join dept d on c.name = d.name and c.age > (select avg(age) from class);
select c.name, dept from class c right join dept d on c.name = d.name and dept ne (select min(dept) from dept);
select c.name, dept from class c left join dept d on c.name = d.name and exists (select 1 from dept e where e.boss = d.name);
select c.name, dept from class c left join dept d on c.name in (select boss from dept) and dept = 'A';
/* Texts that are like others, sound like others, begin like others. */
select a.name, b.name as other from class a, class b where a.name like trim(substr(b.name, 1, 2)) || '%' and a.name ne b.name;
select name from class where name =* 'Jayne' or name eqt 'Al' or name ? 'rol';
select name from class where name like '%a%' and name not like '%a';
select name from class where name notin ('Jane', 'John') and age notin (13, 14);
/* Macro variables as the statement finds them. */
select name, symget('who') as who length=8 from class where name = symget('who') or age = symgetn('years') and sex = 'F';
select name, symexist('who') as known, symexist('nobody') as unknown from class(where=(name = symget('who')));
/* Columns by their library, values that are there, columns that were computed. */
select work.class.name, work.dept.dept from work.class, work.dept where work.class.name = work.dept.name;
select coalesce('a', 'bb') as x, coalesce(., .a, 3) as y, coalesce(weight, -1) as z, coalesce(., .) as none from class(firstobs=4 obs=5);
select name, age * 2 as twice, calculated twice + 1 as more from class where calculated twice > 26 order by calculated more desc, name;
/* Groups by expressions, places and queries. */
select age > (select avg(age) from class) as old, count(*) as n from class group by age > (select avg(age) from class);
select case when (select count(*) from dept d where d.name = c.name) then 'in' else 'out' end as dept, count(*) as n
  from class c group by 1;
select upcase(sex) || '!' as s, age > 12 as older, count(*) as n from class group by s, 2 order by 3 desc, 1, 2;
select name from class group by sex having age = max(age);
select name, sex from class group by sex;
/* What a view or a query in FROM is in the order of. */
create view by_sex as select sex, count(*) as n from class group by sex;
create view last_first as select name, age from class order by name desc;
select * from by_sex;
select name, age from last_first where age > 12;
select * from (select distinct age, sex from class) where age > 12;
select * from last_first(where=(age > 12) keep=name age rename=(name=who) firstobs=2 obs=4);
select * from last_first(drop=nothing);
select memname from sashelp.vtable(where=(libname='WORK') obs=1);
/* RUN does nothing here. */
run;
select name from class where coalesce(name, 1) = 'a';
select coalesce(of name) from class;
select name from class where age like 'a%';
reset noremerge;
select name, max(age) as oldest from class;
reset dquote=ansi;
quit;
proc nothing;
run;
