create table out.q12 as
  select l_shipmode,
         sum(case when o_orderpriority in ('1-URGENT', '2-HIGH') then 1 else 0 end)
           as high_line_count,
         sum(case when o_orderpriority not in ('1-URGENT', '2-HIGH') then 1 else 0 end)
           as low_line_count
  from t.orders, t.lineitem
  where o_orderkey = l_orderkey and l_shipmode in ('MAIL', 'SHIP')
    and l_commitdate < l_receiptdate and l_shipdate < l_commitdate
    and l_receiptdate >= '01JAN1994'd and l_receiptdate < '01JAN1995'd
  group by l_shipmode
  order by l_shipmode;
