create table out.q15 as
  select s_suppkey, s_name, s_address, s_phone, total_revenue
  from t.supplier,
       (select l_suppkey as supplier_no,
               round(sum(l_extendedprice * (1 - l_discount)), 0.0001) as total_revenue
        from t.lineitem
        where l_shipdate >= '01JAN1996'd and l_shipdate < '01APR1996'd
        group by l_suppkey) as revenue
  where s_suppkey = supplier_no
    and total_revenue =
        (select max(total_revenue)
         from (select round(sum(l_extendedprice * (1 - l_discount)), 0.0001) as total_revenue
               from t.lineitem
               where l_shipdate >= '01JAN1996'd and l_shipdate < '01APR1996'd
               group by l_suppkey) as again)
  order by s_suppkey;
