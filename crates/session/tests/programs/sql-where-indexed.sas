/* The WHERE of a query finds rows by an index where that pays, with the same result. */
options msglevel=i;
data big;
  length c $ 6;
  do i = 1 to 40000;
    k = mod(i * 7919, 40009);
    d = int(i / 100);
    c = cats('t', mod(i, 500));
    if mod(i, 1000) = 0 then d = .;
    output;
  end;
run;
data few;
  do k = 77, 78, 99999;
    f = k * 2;
    output;
  end;
run;
proc datasets library=work nolist;
  modify big;
    index create k / unique;
    index create d / nomiss;
    index create who=(c d);
  modify few;
    index create k;
quit;

proc sql;
/* One row, by names with and without the table. */
select i, k, d, c from big where k = 77;
select b.i from big as b where b.k in (77, 78) and b.i > 10;
/* A renamed column, and an item of SELECT. */
select i from big(rename=(k=key)) where key = 77;
select i, k - 7 as less from big where calculated less > 0 and k < 10;
/* The next variable of a composite index counts after an equal value. */
select count(*) as n from big where c = 't17' and d between 10 and 60;
select count(*) as n from big where c like 't17%' and c eqt 't17';
/* Missing values are not in an index with NOMISS. */
select count(*) as n from big where d <= 2;
select count(*) as n from big where d is missing;
/* WHERE= and WHERE together. */
select count(*) as n from big(where=(c > 't4')) where d = 10;
/* What the data set options say. */
select count(*) as n from big(idxwhere=no) where k = 77;
select count(*) as n from big where k > 100;
select count(*) as n from big(idxwhere=yes) where k > 100;
select count(*) as n from big(idxname=who) where c = 't3' and d < 40;
/* OBS= counts rows that need not satisfy WHERE, and so does MONOTONIC. */
select count(*) as n from big(obs=1000) where d = 3;
select monotonic() as row, i from big where k = 77;

/* Joins: the condition on one table is also one on the other. */
select a.i, b.f from big as a, few as b where a.k = b.k and a.k = 77;
select a.i, b.f from big as a inner join few as b on a.k = b.k and b.k < 78;
select one.i as i1, other.i as i2 from big as one, big as other
  where one.k = 77 and other.k = 78;
/* Rows without a match are not lost to a condition on their missing values. */
select b.k, b.f, a.i from few as b left join big as a on a.k = b.k where a.k is missing;
select b.k, b.f, a.i from few as b left join big as a on a.k = b.k and a.d = 5 where b.k = 77;

/* Subqueries and views. */
select i from big where k = (select min(k) from few);
select k from few where exists (select 1 from big where big.k = few.k and big.d > 10);
select d, n from (select d, count(*) as n from big group by d) where d = 12;
create view seen as select k as key, i from big where d < 300;
select i from seen where key = 77;
create table made as select * from big where k between 70 and 72;
/* An index that is not there. */
select count(*) as n from big(idxname=none) where c = 't3';
quit;
