/* PROC SQL: summary functions. */
data a;
  input g $ x y t $;
datalines;
p 1 2 a
p 3 . b
q . 4 .
q 7 4 b
q 8 1 c
r .a . .
;
options nosyntaxcheck;
proc sql noerrorstop;
select count(*) as rows, count(x) as c, n(x) as n, freq(x) as f, nmiss(x) as m, sumwgt(x) as w, count(t) as ct,
  nmiss(t) as mt from a;
select sum(x) as s, mean(x) as m, avg(x) as a, min(x) as least, max(x) as most, range(x) as r, min(t) as first,
  max(t) as last from a;
select uss(x) as uss, css(x) as css, var(x) as var, std(x) as std, stderr(x) as stderr, cv(x) as cv, t(x) as t,
  prt(x) as prt from a;
select median(x) as md, median(y) as my, median(distinct y) as mdy, median(x, y, 5) as of_row from a where g ne 'q';
select g, median(x) as md, count(all x) as c, sum(all x) as s from a group by g;
/* Values that are told once each; what is missing is no value. */
select count(distinct x) as dx, count(distinct y) as dy, sum(distinct y) as sy, avg(distinct y) as ay,
  count(unique t) as dt, nmiss(distinct x) as nx from a;
/* Of no rows. */
select count(*) as rows, count(x) as c, nmiss(x) as m, sum(x) as s, median(x) as md, max(t) as last from a where x > 99;
/* Summaries beside rows, in the order of the groups. */
select g, x, median(x) as md, x - mean(x) as away, count(*) as n from a group by g;
select g, x, max(x) as most from a having x = max(x);
select *, sum(x) as s from a where x > .z;
/* Columns that nobody names. */
create table unnamed as select x + 1, count(*), sum(distinct y), x || t, max(x) - 1 from a;
create table unnamed as select x + 1, count(*), sum(distinct y), cats(x, t), max(x) - 1 from a;
describe table unnamed;
select max(median(x)) from a;
select g from a where median(x) > 1;
select median(t) from a;
quit;
