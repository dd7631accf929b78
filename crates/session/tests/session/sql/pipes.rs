//! Queries of data sets that come through pipes, and tables that go into them.

use crate::sessions::{alone, at_once, port};

/// Makes 20,000 observations for a pipe, on several pages.
fn sender(port: u16) -> String {
    format!(
        "libname o sasesock ':{port}' timeout=60;
         data o.x; do k = 1 to 20000; v = mod(k, 7); output; end; run;"
    )
}

fn reader(port: u16, program: &str) -> String {
    format!(
        "libname i sasesock ':{port}' timeout=60;
         {OTHERS}
         {program}"
    )
}

/// The data set that they are joined with.
const OTHERS: &str = "data w; do v = 0 to 6; label = put(v * 10, z3.); output; end; run;";

/// The same observations, in a data set of WORK.
const ON_DISK: &str = "data x; do k = 1 to 20000; v = mod(k, 7); output; end; run;";

#[test]
fn a_query_of_a_pipe_gives_what_it_gives_of_a_file() {
    for query in [
        "select v, count(*) as n, sum(k) as s from IN group by v order by 1",
        "select w.label, count(*) as n, sum(x.k) as s from IN as x, w where x.v = w.v group by w.label order by 1",
        "select * from IN where k > 19990 order by k desc",
        "select count(*) from IN where v in (select v from w where label > '030')",
    ] {
        let query = |from: &str| format!("proc sql; {}; quit;", query.replace("IN", from));
        let port = port();
        let [sent, piped] = at_once([sender(port), reader(port, &query("i.x"))]);
        assert!(sent.is_clean() && piped.is_clean(), "{}\n{}", sent.log, piped.log);
        let plain = alone(&format!("{OTHERS} {ON_DISK} {}", query("x")));
        assert_eq!(piped.listing, plain.listing);
        assert!(!piped.listing.is_empty());
    }
}

#[test]
fn a_query_that_wants_few_rows_leaves_the_writer_in_peace() {
    let port = port();
    let query = "proc sql outobs=5; select * from i.x; quit;";
    let [sent, piped] = at_once([sender(port), reader(port, query)]);
    assert!(sent.is_clean(), "{}", sent.log);
    assert!(piped.errors().is_empty(), "{}", piped.log);
    assert!(
        piped.listing.ends_with("5  5\n\n") || piped.listing.contains("5  5\n"),
        "{}",
        piped.listing
    );
}

#[test]
fn a_query_that_goes_through_a_pipe_twice_is_refused() {
    let port = port();
    let query = "proc sql; create table t as select a.k from i.x as a, i.x as b where a.k = b.k + 1; quit;";
    let [_, piped] = at_once([sender(port), reader(port, query)]);
    let errors = piped.errors();
    assert!(errors[0].contains("which is read once"), "{errors:?}");
    assert!(!piped.log.contains("Table WORK.T created"), "{}", piped.log);
}

#[test]
fn a_table_goes_into_a_pipe_as_it_is_made() {
    let port = port();
    let makes = format!(
        "libname o sasesock ':{port}' timeout=60;
         {ON_DISK}
         proc sql; create table o.y as select v, sum(k) as s from x group by v order by v; quit;"
    );
    let takes = reader(port, "proc print data=i.y noobs; run;");
    let [made, taken] = at_once([makes, takes]);
    assert!(made.is_clean() && taken.is_clean(), "{}\n{}", made.log, taken.log);
    let plain = alone(&format!(
        "{ON_DISK} proc sql; create table y as select v, sum(k) as s from x group by v order by v; quit;
         proc print data=y noobs; run;"
    ));
    assert_eq!(taken.listing, plain.listing);
}
