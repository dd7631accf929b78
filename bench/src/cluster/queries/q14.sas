create table out.q14 as
  select 100 * sum(case when p_type like 'PROMO%' then l_extendedprice * (1 - l_discount)
                        else 0 end)
         / sum(l_extendedprice * (1 - l_discount)) as promo_revenue
  from t.lineitem, t.part
  where l_partkey = p_partkey and l_shipdate >= '01SEP1995'd and l_shipdate < '01OCT1995'd;
