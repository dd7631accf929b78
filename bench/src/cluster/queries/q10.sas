reset outobs=20;
create table out.q10 as
  select c_custkey, c_name, sum(l_extendedprice * (1 - l_discount)) as revenue, c_acctbal, n_name,
         c_address, c_phone, c_comment
  from t.customer, t.orders, t.lineitem, t.nation
  where c_custkey = o_custkey and l_orderkey = o_orderkey
    and o_orderdate >= '01OCT1993'd and o_orderdate < '01JAN1994'd
    and l_returnflag = 'R' and c_nationkey = n_nationkey
  group by c_custkey, c_name, c_acctbal, c_phone, n_name, c_address, c_comment
  order by revenue desc;
