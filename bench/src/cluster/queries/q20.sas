create table out.q20 as
  select s_name, s_address
  from t.supplier, t.nation
  where s_suppkey in
        (select ps_suppkey from t.partsupp
         where ps_partkey in (select p_partkey from t.part where p_name like 'forest%')
           and ps_availqty >
               (select 0.5 * sum(l_quantity) from t.lineitem
                where l_partkey = ps_partkey and l_suppkey = ps_suppkey
                  and l_shipdate >= '01JAN1994'd and l_shipdate < '01JAN1995'd))
    and s_nationkey = n_nationkey and n_name = 'CANADA'
  order by s_name;
