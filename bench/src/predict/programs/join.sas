/* A has the odd numbers of ID, and B the even ones. */
libname in "&folder" access=readonly;
proc sql;
  create table work.joined as
    select a.id, a.k1, a.region, a.x1, b.k2, b.x2
    from in.a as a, in.b as b
    where a.id = b.id - 1;
quit;
