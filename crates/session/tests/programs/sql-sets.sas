/* PROC SQL: UNION, EXCEPT and INTERSECT, and in which order their rows come. */
data a;
  input x t $;
datalines;
3 c
1 a
3 c
. .
2 b
;
data b;
  input t $ x z;
datalines;
b 2 20
z 9 90
c 3 30
;
proc sql;
/* Rows that are told once are in the order of their columns; EXCEPT ALL and INTERSECT ALL are so too. */
select x from a union select x from b;
select x, t from a except select x, t from b;
select x from a except all select x from b;
select t from a intersect select t from b;
select x from a intersect all select x from b;
select * from a union corr select * from b;
select * from a except corr select * from b;
/* All others come one query after the other, each in its order. */
select x from a union all select x from b;
select x from a order by x desc;
select * from a outer union select * from b;
select * from a outer union corr select * from b;
select * from a union corr all select * from b;
select 'sum' as x, sum(x) as s from a union all select t, x from a union all select g, n
  from (select t as g, count(*) as n from b group by t);
select x from a union all (select x from b union select 4 from b);
/* From left to right, and INTERSECT first. */
select x from a union all select 5 from b(obs=1) except select x from b intersect select 3 from b;
create table both as select x, t, 'a' as from from a union all select x, t, 'bb' from b;
select * from both order by from desc, x;
select x, t from a union select x from b;
select x from a union select t from b;
quit;
