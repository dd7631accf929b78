/* Ways of writing and orders of rows that programs of PROC SQL rely on. */
options nosyntaxcheck;
data d; input u k $; datalines;
3 c
1 a
2 b
;
data e; input u k $; datalines;
4 y
2 x
2 w
0 z
;
proc sql noerrorstop;
/* Rows without a partner beside a union. */
select m.u, d.u as du from (select u from d union select u from e) as m left join d on d.u = m.u;
select m.u, d.k from (select u from d union all select u from e) as m left join d on d.u = m.u;
/* ORDER BY names what `d.*` brings. */
select d.*, e.k as other from d left join e on d.u = e.u order by u desc, other;
/* Full joins are in the order of their keys. */
select d.u as du, e.u as eu, d.k as dk, e.k as ek from d full join e on d.u = e.u;
select d.k as dk, e.k as ek from e full join d on upcase(d.k) = upcase(e.k);
select * from d natural full join e;
select d.u, e.u as eu from d full join e on d.u < e.u and e.u > 3;
/* Attributes without equals signs. */
create table t (a num format 8.2 label 'an a', b char(5) format $20. informat $3.);
describe table t;
alter table t modify a format 6.1;
describe table t;
create table s as select u format 8.2, k format $20. label 'a k' length 12, u as format from d;
describe table s;
select format, u ^ = 1 as other from s where u < > 3;
select d.*, e.* from d, e order by u;
quit;
