//! Queries on a cluster give what they give in one process.

use crate::machines::Machines;
use crate::programs::{make_tables, on_cluster, run};
use std::path::PathBuf;

/// Queries that are executed on the cluster.
const QUERIES: &[&str] = &[
    "select count(*) as n, sum(x) as s, mean(x) as m, std(x) as d, nmiss(x) as nm from big.big",
    "select name, count(*) as n, min(x) as mn, max(i) as mx from big.big group by name having n > 618 order by name",
    "select x, name from big.big where i between 45 and 55",
    "select distinct k from big.big where k < 20",
    "select count(distinct k) as dk, median(x) as md from big.big where i <= 5000",
    "select i, x, x - mean(x) as d from big.big where i <= 30",
    "select a.label, b.i from big.small a left join big.big b on a.k = b.k and b.i < 700 where a.k < 25 \
     order by a.k, b.i",
    "select a.k, b.i from (select * from big.small where k < 6) a full join \
     (select * from big.big where i < 9) b on a.k > b.i + 2 order by 1, 2",
    "select a.k, count(b.i) as n from (select * from big.small where k < 30) a left join \
     (select * from big.big where i < 200) b on a.k * 10 > b.i and a.k < b.i + 5 group by a.k order by a.k",
    "select count(*) as n from big.small a where exists (select * from big.big b where b.k = a.k and b.i < 500)",
    "select count(*) as n from big.small a where a.k not in (select k from big.big where i < 300)",
    "select k, y from big.small where y = (select max(y) from big.small)",
    "select k from big.small where k < 5 union select i from big.big where i < 8",
    "select k from big.small where k < 5 union all select i from big.big where i < 8",
    "select case when x is missing then 'none' when x < 100 then 'low' else 'high' end as band, count(*) as n \
     from big.big where name like 'n_' or name like '%7' group by band",
    "select sum(i between 5 and 10) as b, sum(i in (1 2 3:9)) as c, sum(name contains '9') as d, \
     sum(name =* 'n1') as e, sum(x > .z) as f from big.big",
    "select put(i, date9.) as d, input(put(i, 8.), 8.) as v, i**2 as p, name || '-' || put(k, z4.) as c, \
     substr(name, 2) as s, today() > 0 as t from big.big where i < 6 order by i",
    "select i, k from big.big where i < 15",
    "select count(*) as n from big.big(where=(k < 10 and name ne 'n1') rename=(i=z))",
    "select count(*) as n, max(i) as m from big.big(firstobs=11 obs=20)",
    "select name, count(*) as n, sum(k) as s from big.parts group by name having n > 618",
    "select a.i, b.x from big.parts a, big.big b where a.i = b.i and a.i < 20",
];

#[test]
fn queries_give_the_same_as_in_one_process() {
    let data = tempfile::tempdir().unwrap();
    make_tables(data.path());
    let machines = Machines::start(3);
    let folder = data.path().display();
    let queries: String = QUERIES.iter().map(|query| format!("{query};\n")).collect();
    let there = run(&format!(
        "{} proc sql; {queries} quit;",
        on_cluster(&machines.address, data.path())
    ));
    assert_eq!(there.errors(), [] as [&str; 0], "{}", there.log);
    // The tables of one format are in a folder of their own here.
    let here = queries.replace("big.parts", "parts.parts");
    let here = run(&format!(
        "libname big '{folder}'; libname parts parquet '{folder}'; proc sql; {here} quit;"
    ));
    assert_eq!(here.errors(), [] as [&str; 0], "{}", here.log);
    assert_eq!(there.listing, here.listing);
    let ran = there.places();
    assert_eq!(ran.len(), QUERIES.len(), "{}", there.log);
    let on = format!("on the cluster {}: ", machines.address);
    assert!(ran.iter().all(|note| note.starts_with(&on)), "{ran:?}");
    assert_eq!(machines.end(), [] as [PathBuf; 0]);
}
