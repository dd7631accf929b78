create table out.q05 as
  select n_name, sum(l_extendedprice * (1 - l_discount)) as revenue
  from t.customer, t.orders, t.lineitem, t.supplier, t.nation, t.region
  where c_custkey = o_custkey and l_orderkey = o_orderkey and l_suppkey = s_suppkey
    and c_nationkey = s_nationkey and s_nationkey = n_nationkey
    and n_regionkey = r_regionkey and r_name = 'ASIA'
    and o_orderdate >= '01JAN1994'd and o_orderdate < '01JAN1995'd
  group by n_name
  order by revenue desc;
