create table out.q06 as
  select sum(l_extendedprice * l_discount) as revenue
  from t.lineitem
  where l_shipdate >= '01JAN1994'd and l_shipdate < '01JAN1995'd
    and round(l_discount, 0.01) between 0.05 and 0.07 and l_quantity < 24;
