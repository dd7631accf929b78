create table out.q04 as
  select o_orderpriority, count(*) as order_count
  from t.orders
  where o_orderdate >= '01JUL1993'd and o_orderdate < '01OCT1993'd
    and exists (select * from t.lineitem
                where l_orderkey = o_orderkey and l_commitdate < l_receiptdate)
  group by o_orderpriority
  order by o_orderpriority;
