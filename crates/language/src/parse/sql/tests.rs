//! Statements of PROC SQL, and their errors.

use std::fmt::Write;

use insta::assert_snapshot;

use crate::parse::cursor::Cursor;
use crate::reader::Reader;
use crate::testing::SilentSurroundings;
use crate::tree::SqlStatementKind;

/// Parses a statement: returns its tree, or its error.
fn parsed(text: &str) -> Result<SqlStatementKind, String> {
    let mut reader = Reader::new("sql", &format!("{text};")).unwrap();
    let statement = reader.next_statement(&mut SilentSurroundings::default()).unwrap();
    let statement = statement.unwrap();
    match super::statement::statement(&mut Cursor::of(&statement)) {
        Ok(statement) => Ok(statement.kind),
        Err(diagnostic) => Err(format!(
            "{}{}",
            diagnostic.message,
            match diagnostic.hint {
                Some(hint) => format!("; {hint}"),
                None => String::new(),
            }
        )),
    }
}

#[test]
fn what_is_a_statement() {
    for text in [
        "select * from a",
        "select a.*, b.x as y label='Y' format=8.2, x 'X' from a, work.b(keep=x where=(x>1)) as b where x is not \
         missing",
        "select distinct x, count(*) as n, sum(distinct y) from a group by 1, x having n > 1 order by 1, calculated n \
         desc",
        "select case x when 1 then 'a' else 'b' end, case when x then 1 when y then 2 end from a",
        "select * from a left join b on a.x = b.x natural full outer join c cross join (d inner join e on 1)",
        "select x from a where exists (select * from b where b.x = a.x) and x not in (select y from c) and z > any \
         (select 1 from d)",
        "select x from (select x from a) as q(y) union corr all select y from b except select 1 from c intersect all \
         select 2 from d",
        "(select x from a) outer union corr (select x from b) order by x",
        "select (select max(x) from a) as m, x eqt 'ab', y ? 'c', name like 'A%' escape '^', x between 1 and 2 from b",
        "select x, y into :a trimmed, :b1 - :b9 separated by ' ' from a",
        "select x into :v01- notrim from a",
        "select substring(x from 2 for 3), substring(x, 2), case from a",
        "select count(all x), sum(all (x)), all, count(all + 1), work.a.x from work.a where x =* 'y' and not x =* z \
         and x notin (1, 2)",
        "create table a as select x from b order by x",
        "create table a(label='A' compress=no) as select x from b",
        "create table a (x num format=8.2, y char(20) label='Y', z date, w double precision)",
        "create table a like b(drop=x)",
        "create view v(p, q) as select x, y from a where x > 1",
        "insert into a(x, y) values (1, 'a') values (., ' ')",
        "insert into a set x=1, y='a' set x=2",
        "insert into a select * from b",
        "update a as t set x = x + 1, y = case when x then 'a' else 'b' end where x > 1",
        "delete from a where x = .",
        "alter table a add z num, t char(3) modify x format=8.2 drop y, w",
        "drop table a, work.b",
        "drop view v",
        "describe table a",
        "describe view v",
        "reset noprint outobs=10",
        "validate select 1 from a",
    ] {
        if let Err(message) = parsed(text) {
            panic!("{text}: {message}");
        }
    }
}

#[test]
fn a_query_has_so_many_tables_that_its_plan_fits_the_stack() {
    let of_tables = |several: usize| {
        [
            format!("select x from {}", vec!["a"; several].join(", ")),
            vec!["select x from a"; several].join(" union all "),
        ]
    };
    for query in of_tables(256) {
        assert!(parsed(&query).is_ok());
    }
    for query in of_tables(257).into_iter().chain(of_tables(5000)) {
        let message = parsed(&query).unwrap_err();
        assert!(message.contains("no more than 256 tables"), "{message}");
    }
}

#[test]
fn what_is_wrong_is_told() {
    let mut text = String::new();
    for wrong in [
        "selec * from a",
        "select",
        "select x from",
        "select x y from a",
        "select x from a where",
        "select x from a left b on 1",
        "select x from a join b",
        "select x into a from b",
        "select x into :a- :b3 from c",
        "select case x end from a",
        "select sum(*) from a",
        "create a as select 1 from b",
        "create view v as select x from l.a using libname l",
        "create index i on a(x)",
        "create table a (x blob)",
        "create table a (x num, primary key(x))",
        "insert into a x",
        "alter table a",
        "connect to oracle",
        "select x from a order x",
        "select x from a union",
    ] {
        let message = parsed(wrong).unwrap_err();
        writeln!(text, "{wrong}\n    {message}").unwrap();
    }
    assert_snapshot!(text);
}

#[test]
fn nesting_has_an_end() {
    let deep = |open: &str, inner: &str, close: &str, times: usize| {
        format!("select {}{inner}{} from a", open.repeat(times), close.repeat(times))
    };
    assert!(parsed(&deep("(select ", "1 from a", " from a)", 2)).is_err());
    assert!(parsed(&deep("(select 1 from a where x in ", "(select 1 from b)", ")", 10)).is_ok());
    for times in [200, 5000] {
        let text = deep("(select 1 from a where x in ", "(select 1 from b)", ")", times);
        assert!(parsed(&text).unwrap_err().contains("too deep"));
        let text = deep("case when ", "1", " then 1 end", times);
        assert!(parsed(&text).unwrap_err().contains("too deep"));
        let text = format!("select 1 from {}a{}", "(".repeat(times), ")".repeat(times));
        assert!(parsed(&text).unwrap_err().contains("too deep"));
        let text = format!("{}select 1 from a{}", "(".repeat(times), ")".repeat(times));
        assert!(parsed(&text).unwrap_err().contains("too deep"));
    }
}
