reset outobs=10;
create table out.q03 as
  select l_orderkey, sum(l_extendedprice * (1 - l_discount)) as revenue, o_orderdate, o_shippriority
  from t.customer, t.orders, t.lineitem
  where c_mktsegment = 'BUILDING' and c_custkey = o_custkey and l_orderkey = o_orderkey
    and o_orderdate < '15MAR1995'd and l_shipdate > '15MAR1995'd
  group by l_orderkey, o_orderdate, o_shippriority
  order by revenue desc, o_orderdate;
