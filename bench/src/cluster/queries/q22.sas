create table out.q22 as
  select cntrycode, count(*) as numcust, sum(c_acctbal) as totacctbal
  from (select substr(c_phone, 1, 2) as cntrycode length=2, c_acctbal
        from t.customer
        where substr(c_phone, 1, 2) in ('13', '31', '23', '29', '30', '18', '17')
          and c_acctbal > (select avg(c_acctbal) from t.customer
                           where c_acctbal > 0
                             and substr(c_phone, 1, 2) in ('13', '31', '23', '29', '30', '18', '17'))
          and not exists (select * from t.orders where o_custkey = c_custkey)) as custsale
  group by cntrycode
  order by cntrycode;
