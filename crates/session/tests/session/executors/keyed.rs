//! KEY= whose keys come from another data set: they are looked up before the program asks for them, and what is found
//! must be what is found without that.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};

use super::indexed::{lab, libraries};
use super::pieces::{Pieces, choose, fill, one_of, some};
use super::run::run;

/// Steps that look observations of IDX up. `WAY` stands behind the SET that the keys come from.
fn steps() -> Pieces {
    let feed = one_of(&[
        "src.few",
        "src.many(keep=k name code z short)",
        "src.repeated(rename=(v1=z))",
        "src.exact",
        "src.exact(firstobs=30 obs=700)",
        "src.flat(keep=k v1)",
    ]);
    let lookup = one_of(&[
        "idx.many key=k",
        "idx.many key=k / unique",
        "idx.many key=name / unique",
        "idx.many key=two",
        "idx.many key=short / unique",
        "idx.many(drop=k) key=name",
        "idx.flat key=k / unique",
        "idx.flat key=v1",
        "idx.few key=two",
        "idx.repeated key=b / unique",
        "idx.repeated key=two / unique",
        "idx.exact key=k",
    ]);
    let before = one_of(&[
        "if mod(_n_, 3) = 0 then delete;",
        "if mod(_n_, 7) = 0 then k = k + 1;",
        "if _n_ = 40 then k = 2;",
        "if k > 4 then k = 17 - k;",
        "name = lowcase(name);",
        "n + 1;",
    ]);
    let set = fill("set #; found + (_iorc_ = 0); _error_ = 0;", [&lookup]);
    let again = fill("do i = 1 to 3 until (_iorc_ ne 0); # output; end;", [&set]);
    let read = choose(vec![(3, set), (1, again)]);
    fill(
        "data out.a1; set #WAY; # # run;\n",
        [&feed, &some(&before, 0..2, " "), &some(&read, 1..3, " ")],
    )
}

#[test]
fn keys_that_are_looked_up_ahead_find_the_same() {
    let lab = lab();
    let mut config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 64;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(1971);
    }
    let found = std::cell::Cell::new(0);
    let begin = libraries(&lab, "src") + &libraries(&lab, "idx").replace("libname src", "libname idx");
    let ended = TestRunner::new(config).run(&steps(), |step| {
        // A condition that each observation satisfies: it keeps the step from looking ahead.
        let one_by_one = step.replace("WAY", "; where also 1");
        let ahead = step.replace("WAY", "");
        let mut results = Vec::new();
        for (step, machine_code) in [(&one_by_one, true), (&ahead, true), (&ahead, false)] {
            let (result, _) = run(&format!("{begin}{step}"), machine_code, lab.path());
            results.push(result);
        }
        let [one_by_one, ahead, interpreted] = &results[..] else {
            unreachable!()
        };
        prop_assert_eq!(one_by_one.ended, ahead.ended, "{:#?}", ahead.log);
        prop_assert!(one_by_one.files == ahead.files, "the data sets differ");
        prop_assert!(ahead.files == interpreted.files, "the executors differ");
        found.set(found.get() + usize::from(ahead.ended == "clean"));
        Ok(())
    });
    match ended {
        Ok(()) => {}
        Err(TestError::Fail(reason, step)) => panic!("{reason}\nin this step:\n{step}"),
        Err(other) => panic!("{other}"),
    }
    // Otherwise nothing was compared.
    assert!(found.get() > 20, "{} steps came to their end", found.get());
}
