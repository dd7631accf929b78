//! Queries on data sets with indexes, against the same ones without.

use std::cell::Cell;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};

use super::conditions::on_many;
use super::indexed::{lab, libraries};
use super::pieces::{Pieces, choose, fill, one_of};
use super::run::run;

/// Queries whose conditions an index limits, most of them.
fn queries() -> Pieces {
    let of_many = one_of(&[
        "k in (2, 5, 9)",
        "a.k = 5",
        "name = 'Ada'",
        "short > 200000",
        "code = 'a' and z < 9",
        "(code in ('a', 'b') and z = 0.3)",
        "name eqt 'C'",
        "name like 'D%' and k > 3",
        "x between -5 and 40",
        "0 = x",
        "x < 0",
        "k is missing",
        "(a.k = 3 or a.k >= 20)",
        "x > .",
        "not (name < 'B')",
    ]);
    let of_few = one_of(&[
        "b.fname = 'Ada'",
        "fk = 2",
        "fk > 4 and fx < 30",
        "b.fk is missing",
        "fname is missing",
        "coalesce(fk, 5) = 5",
        "a.k = b.fk",
        "not (b.fk > 2)",
    ]);
    let condition = choose(vec![
        (2, fill("# and #", [&of_many, &on_many()])),
        (1, fill("# and #", [&on_many(), &of_many])),
        (1, fill("(# or #)", [&of_many, &of_many])),
        (1, on_many()),
    ]);
    let of_both = choose(vec![
        (1, of_few.clone()),
        (1, of_many.clone()),
        (3, fill("# and #", [&of_many, &of_few])),
        (1, fill("(# or #)", [&of_many, &of_few])),
    ]);
    let join = one_of(&["inner", "left", "right", "full"]);
    let many = one_of(&[
        "src.many(idxwhere=yes)",
        "src.many(idxwhere=yes)",
        "src.many(idxwhere=yes where=(k < 15))",
        "src.many(idxwhere=yes obs=90)",
        "src.many",
    ]);
    let few = one_of(&["src.few(idxwhere=yes rename=(k=fk x=fx name=fname))"]);
    let rows = choose(vec![
        (4, fill("select * from # as a where #", [&many, &condition])),
        (
            4,
            fill(
                "select a.k, a.name, a.x, b.fk, b.fname from # as a # join # as b on a.k = b.fk where #",
                [&many, &join, &few, &of_both],
            ),
        ),
        (
            3,
            fill(
                "select a.k, a.name, a.x, b.fk, b.fname from # as a # join # as b on a.k = b.fk and # where #",
                [&many, &join, &few, &of_both, &of_both],
            ),
        ),
        (
            1,
            fill(
                "select a.k, b.fk from # as a, # as b where a.k = b.fk and #",
                [&many, &few, &of_both],
            ),
        ),
        (
            1,
            fill(
                "select one.k, other.k as k2 from # as one, (select k, x from # as a where #) as other \
                 where one.k = other.k and one.x = 3",
                [&many, &many, &of_many],
            ),
        ),
        (
            1,
            fill(
                "select * from # as b where fk in (select k from # as a where #)",
                [&few, &many, &of_many],
            ),
        ),
        (
            1,
            fill(
                "select * from # as b where exists (select 1 from # as a where a.k = b.fk and #)",
                [&few, &many, &of_both],
            ),
        ),
        (
            1,
            fill(
                "select k, sum(y) as y from # as a where # group by k having k > 3",
                [&many, &of_many],
            ),
        ),
        (
            1,
            fill(
                "select k, x from # as a where # union all select k, x from # as a where #",
                [&many, &of_many, &many, &of_many],
            ),
        ),
    ]);
    choose(vec![
        (3, fill("create table out.a1 as #;\n", [&rows])),
        (1, fill("#;\n", [&rows])),
        (
            1,
            fill(
                "create view seen as #;\ncreate table out.a1 as select * from seen where k = 5;\n",
                [&rows],
            ),
        ),
    ])
}

#[test]
fn queries_find_the_same_with_an_index() {
    let lab = lab();
    let mut config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 128;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(1970);
    }
    let (used, failures) = (Cell::new(0), Cell::new(0));
    let cases = config.cases;
    let ended = TestRunner::new(config).run(&queries(), |query| {
        let program = |src| {
            let libraries = libraries(&lab, src);
            format!("options msglevel=i;\n{libraries}proc sql;\n{query}quit;\n")
        };
        let (plain, _) = run(&program("src"), true, lab.path());
        let (indexed, _) = run(&program("idx"), true, lab.path());
        let selected = |line: &String| line.ends_with("selected for WHERE clause optimization.");
        used.set(used.get() + indexed.log.iter().filter(|line| selected(line)).count());
        prop_assert!(!plain.log.iter().any(selected));
        // Observations that an index does not find are not divided by zero.
        let failed = [&plain, &indexed].map(|result| result.ended == "errors");
        failures.set(failures.get() + u32::from(failed[0]));
        prop_assert_eq!(failed[0], failed[1], "{:#?}", indexed.log);
        prop_assert_eq!(plain.listing, indexed.listing);
        prop_assert!(plain.files == indexed.files, "the data sets differ");
        Ok(())
    });
    match ended {
        Ok(()) => {}
        Err(TestError::Fail(reason, query)) => panic!("{reason}\nin this query:\n{query}"),
        Err(other) => panic!("{other}"),
    }
    // Otherwise nothing was compared.
    assert!(used.get() > 40, "an index was used {} times", used.get());
    assert!(failures.get() < cases / 4, "{} queries failed", failures.get());
}
