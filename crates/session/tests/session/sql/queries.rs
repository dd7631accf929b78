//! The rows of queries, and their order, where the language has it otherwise than others.

use std::fmt::Write;

use super::ran;

/// The values that a query gives, those of a row with blanks and rows with slashes between them; or what was wrong.
fn given(query: &str) -> String {
    let log = ran(&format!(
        "data a; input x y g $; cards;
         1 2 p
         . 3 p
         .a 4 q
         -1 . q
         0 5 r
         ;
         data few; x = 1; output; x = 0; output; run;
         proc sql; create table given as {query}; quit;
         data _null_; set given; put 'ROW ' (_all_) (:); run;"
    ));
    let wrong = log.lines().find_map(|line| line.strip_prefix("ERROR: "));
    let rows = log.lines().filter_map(|line| line.strip_prefix("ROW "));
    match wrong {
        Some(wrong) => wrong.split(" (line").next().unwrap_or_default().to_owned(),
        None => rows.map(str::trim).collect::<Vec<_>>().join(" / "),
    }
}

#[test]
fn what_the_language_has_otherwise_than_others() {
    let mut wrong = String::new();
    for (query, rows) in [
        // The bounds of BETWEEN are a range in whichever order.
        ("select x from a where x between 1 and -1", "1 / -1 / 0"),
        ("select x from a where x between y and 1 order by x", "-1 / 1"),
        // Another name of a column can be used in WHERE, and what is computed with CALCULATED.
        ("select x as z from a where z = 1", "1"),
        ("select x + 1 as z from a where calculated z = 2", "2"),
        // ORDER BY means what is selected, GROUP BY the column.
        (
            "select -x as x, y from a where x > . order by x",
            ". 4 / -1 2 / 0 5 / 1 .",
        ),
        (
            "select 0 * x as x, count(*) as n from a where x > .z group by x",
            "0 1 / 0 1 / 0 1",
        ),
        // Rows are told once each with what they are ordered by.
        ("select distinct g from a order by y", "q / p / p / q / r"),
        ("select distinct g from a order by g desc", "r / q / p"),
        // Summaries beside rows.
        ("select * from a having y = max(y)", "0 5 r"),
        ("select g, y from a group by g having y = max(y)", "p 3 / q 4 / r 5"),
        (
            "select g, sum(y) as s from a group by g having calculated s > 4",
            "p 5 / r 5",
        ),
        // A value of a query without rows is missing.
        ("select x, (select y from a where x > 9) as v from a where x = 1", "1 ."),
        (
            "select (select 'text' from a where x > 9) || '!' as v from a where x = 1",
            "!",
        ),
        ("select x from a where x = 1 and (select y from a where x > 9) = .", "1"),
        // No rows are one row of a summary, and none of groups.
        ("select count(*) as n, sum(x) as s from a where x > 9", "0 ."),
        ("select count(*) as n from a where x > 9 group by g", ""),
        ("select sum(1) as s, count(1) as n from a", "5 5"),
        // Of several arguments it is a function of the row.
        (
            "select sum(x, y) as s, max(x, y) as m from few, a where few.x and a.x = 1",
            "Ambiguous reference, column x is in more than one table.",
        ),
        (
            "select sum(a.x, y) as s, max(a.x, y) as m from few, a where few.x and a.x = 1",
            "3 2",
        ),
        (
            "select sum(sum(x)) as s from a",
            "Summary functions such as SUM cannot stand in a summary function.",
        ),
        // One row at most where a value stands; none is a missing value.
        (
            "select x, (select y from a) as y from few",
            "The query could not be carried out: Subquery evaluated to more than one row.",
        ),
        (
            "select x, (select y from a where a.x <= few.x and a.x > .z) as y from few",
            "The query could not be carried out: Subquery evaluated to more than one row.",
        ),
        (
            "select x, (select y from a where a.x = few.x + 1) as y from few",
            "1 . / 0 2",
        ),
        // Queries within summaries and branches, with values from outside.
        (
            "select x, case when exists (select * from a where a.x < few.x and g = 'q') then 1 else 2 end as e \
             from few",
            "1 1 / 0 1",
        ),
        (
            "select sum(x in (select y - 1 from a where a.x >= few.x)) as s from few",
            "1",
        ),
        (
            "select x from few where x < (select max(y) from a where a.x ne few.x)",
            "1 / 0",
        ),
        (
            "select x from few order by 0",
            "The ORDER BY or GROUP BY item 0 is out of range: the columns selected are 1 to 1.",
        ),
        (
            "select lag(x) as y from few",
            "LAG cannot stand in a condition on a data set or in a query",
        ),
        // A condition without columns does not go below a summary of all rows.
        (
            "select count(*) as n from (select count(*) as c from a) where 9 < (select max(y) from a)",
            "0",
        ),
        ("select count(*) as n from a having 9 < (select max(y) from a)", ""),
        // A query is the same wherever it is written the same, and no group otherwise.
        (
            "select x > (select avg(x) from a) as o, count(*) as n from a group by x > (select avg(x) from a)",
            "0 4 / 1 1",
        ),
        (
            "select (select max(y) from a where a.x = few.x) as m, (select max(y) from a where a.x = few.x) + 1 as n \
             from few",
            "2 3 / 5 6",
        ),
        // COALESCE and LIKE of texts, as rows tell them.
        (
            "select coalesce(y, x, 9) as c, coalesce(g, 'none') as d from a where g like substr(g, 1, 1) || '%'",
            "2 p / 3 p / 4 q / -1 q / 5 r",
        ),
        // Rows that are written without an order have one.
        (
            "select few.x, g from few left join a on few.x >= a.x and a.x > .z",
            "1 p / 1 q / 1 r / 0 q / 0 r",
        ),
        // The same column twice in a part of a union.
        (
            "select x, x as y, 1 as z from few union all select 5, x, 7 from few where x order by z, 2, x",
            "0 0 1 / 1 1 1 / 5 1 7",
        ),
    ] {
        let given = given(query);
        if given != rows {
            writeln!(wrong, "{query}\n    {given}\n    and not {rows}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Rows that several threads read and join come in the order that is told of them, although nobody asks for one.
#[test]
fn rows_come_in_an_order_also_without_order_by() {
    let log = ran("options threads cpucount=4;
         data a; do id = 1 to 60000; g = mod(id * 7919, 1000); t = put(g, z32.); output; end; run;
         data b; do k = 60000 to 1 by -3; y = k * 2; t = put(k, z32.); output; end; run;
         proc sql;
         create view by_g as select g, max(id) as m from a group by g;
         create table joined as select id as key, y from a, b where a.id = b.k;
         create table outer as select coalesce(id, k) as key from a(where=(id < 50000)) full join b on a.id = b.k;
         create table groups as select g as key, m from by_g where m > 59500;
         create table remerged as select g * 100000 + id as key, mean(id) as m from a group by g;
         create table sets as select g as key from a except select y from b where y < 500;
         quit;
         %macro check(table);
             data _null_;
                 set &table end=is_last;
                 retain wrong 0;
                 before = lag(key);
                 wrong + (_n_ > 1 and before > key);
                 if is_last then put \"ROW &table \" _n_ wrong;
             run;
         %mend;
         %check(joined) %check(outer) %check(groups) %check(remerged) %check(sets)");
    let rows: Vec<_> = log.lines().filter_map(|line| line.strip_prefix("ROW ")).collect();
    assert_eq!(
        rows,
        [
            "joined 20000 0",
            "outer 53333 0",
            "groups 500 0",
            "remerged 60000 0",
            "sets 917 0",
        ],
        "{log}"
    );
    let queries = ran("options threads cpucount=4;
         data a; do id = 1 to 60000; t = put(id, z32.); output; end; run;
         proc sql;
         create table queries as select id as key from a union all select 60000 + id from a
             outer union corr select 120000 + id as key from a;
         quit;
         data _null_; set queries; if key ne _n_ then put 'WRONG ' _n_= key=; run;");
    assert!(!queries.contains("\nWRONG"), "{queries}");
    assert!(queries.contains("QUERIES created, with 180000 rows"), "{queries}");
}
