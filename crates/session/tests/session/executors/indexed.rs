//! Conditions and BY on data sets with indexes, against the same ones without.

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestError, TestRunner};

use super::Lab;
use super::conditions::{common, filtered, procedure};
use super::pieces::{Pieces, choose, fill, one_of};
use super::run::run;

/// Copies the data sets of SRC into the library IDX, deletes the same observations from both, and makes indexes of
/// those in IDX.
const INDEXES: &str = "
proc copy in=src out=idx; run;
data src.many; modify src.many; if mod(_n_, 11) = 4 or 60 < _n_ < 70 then remove; run;
data idx.many; modify idx.many; if mod(_n_, 11) = 4 or 60 < _n_ < 70 then remove; run;
proc datasets library=idx nolist;
  modify many;
    index create k;
    index create x / nomiss;
    index create name;
    index create short / unique;
    index create two=(code z);
    index create three=(name k y) / nomiss;
  modify flat;
    index create k / unique nomiss;
    index create v1;
  modify few;
    index create name;
    index create two=(k x);
  modify repeated;
    index create two=(code k);
    index create b;
  modify one;
    index create t;
  modify none;
    index create k;
  modify exact;
    index create k;
quit;
";

/// Steps that read data sets of SRC through conditions, most of which an index limits.
fn steps() -> Pieces {
    let limit = one_of(&[
        "k in (2, 5, 9)",
        "name = 'Ada'",
        "short > 200000",
        "code = 'a' and z < 9",
        "(code in ('a', 'b') and z = 0.3)",
        "name =: 'C'",
        "name like 'D%' and k > 3",
        "x between -5 and 40",
        "k is missing",
        "(k = 3 or k >= 20)",
        "x > .",
    ]);
    let limited = fill("src.many(where=(# and #))", [&limit, &common()]);
    let either = choose(vec![(2, limited), (1, filtered())]);
    choose(vec![
        (3, fill("data out.a1; set #; number = _n_; run;\n", [&either])),
        (1, fill("data out.a1; set # #; run;\n", [&either, &either])),
        (1, fill("proc print data=#; var k; run;\n", [&either])),
        (1, fill("proc means data=# n sum min max; var k; run;\n", [&either])),
        (1, procedure()),
    ])
}

/// The beginning of a program that reads SRC from a folder.
pub fn libraries(lab: &Lab, src: &str) -> String {
    let path = lab.path().display();
    format!("libname src '{path}/{src}';\nlibname out '{path}/out' bufsize=4096;\n")
}

/// A lab with data sets in the folder SRC, and the same with indexes in the folder IDX.
pub fn lab() -> Lab {
    let lab = Lab::new();
    let idx = lab.path().join("idx");
    std::fs::create_dir(&idx).unwrap();
    let (made, _) = lab.run(&format!("libname idx '{}';\n{INDEXES}", idx.display()), false);
    assert_eq!(made.ended, "clean", "{:#?}", made.log);
    lab
}

#[test]
fn conditions_find_the_same_with_an_index() {
    let lab = lab();
    let mut config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = 96;
    }
    if std::env::var_os("PROPTEST_RNG_SEED").is_none() {
        config.rng_seed = RngSeed::Fixed(1970);
    }
    let used = std::cell::Cell::new(0);
    let ended = TestRunner::new(config).run(&steps(), |step| {
        let plain = format!("{}{step}", libraries(&lab, "src"));
        let indexed = step.replace("(where=", "(idxwhere=yes where=");
        let indexed = format!("options msglevel=i;\n{}{indexed}", libraries(&lab, "idx"));
        let (plain, _) = run(&plain, false, lab.path());
        let (indexed, _) = run(&indexed, true, lab.path());
        let selected = |line: &String| line.ends_with("selected for WHERE clause optimization.");
        used.set(used.get() + indexed.log.iter().filter(|line| selected(line)).count());
        // Observations that an index does not find are not divided by zero.
        let failed = [&plain, &indexed].map(|result| result.ended == "errors");
        prop_assert_eq!(failed[0], failed[1], "{:#?}", indexed.log);
        prop_assert_eq!(plain.listing, indexed.listing);
        prop_assert!(plain.files == indexed.files, "the data sets differ");
        Ok(())
    });
    match ended {
        Ok(()) => {}
        Err(TestError::Fail(reason, step)) => panic!("{reason}\nin this step:\n{step}"),
        Err(other) => panic!("{other}"),
    }
    // Otherwise nothing was compared.
    assert!(used.get() > 40, "an index was used {} times", used.get());
}

#[test]
fn by_gives_the_order_of_a_sort() {
    let lab = lab();
    for (data_set, condition, by) in [
        ("many", "", "name"),
        ("many", "", "code z"),
        ("many", "", "code"),
        ("many", "where=(code = 'a' and z > 3)", "code z"),
        ("many", "where=(x < 5)", "k"),
        ("many", "where=(name in ('Ben', 'Ada'))", "name"),
        ("flat", "where=(v1 > 1)", "k"),
        ("repeated", "", "b"),
        ("none", "", "k"),
    ] {
        let step = format!("by {by}; first = first.{by}; last = last.{by}; run;\n")
            .replace("code z;", "z;")
            .replacen("by z;", "by code z;", 1);
        let plain = format!(
            "{}proc sort data=src.{data_set} ({condition}) out=sorted; by {by}; run;\n\
             data out.a1; set sorted; {step}",
            libraries(&lab, "src")
        );
        let indexed = format!(
            "options msglevel=i;\n{}data out.a1; set src.{data_set} ({condition}); {step}",
            libraries(&lab, "idx")
        );
        let (plain, _) = run(&plain, false, lab.path());
        let (indexed, _) = run(&indexed, true, lab.path());
        assert_eq!((plain.ended, indexed.ended), ("clean", "clean"), "{:#?}", indexed.log);
        assert!(plain.files == indexed.files, "{data_set} by {by}");
    }
}

#[test]
fn by_looks_for_the_variables_of_the_file() {
    let lab = lab();
    let renamed = "rename=(k=name name=k) keep=k name z";
    let plain = format!(
        "{}proc sort data=src.many out=sorted; by k; run;\n\
         data out.a1; set sorted ({renamed}); by name; first = first.name; run;\n",
        libraries(&lab, "src")
    );
    let indexed = format!(
        "{}data out.a1; set src.many ({renamed}); by name; first = first.name; run;\n",
        libraries(&lab, "idx")
    );
    let (plain, _) = run(&plain, false, lab.path());
    let (indexed, _) = run(&indexed, true, lab.path());
    assert_eq!((plain.ended, indexed.ended), ("clean", "clean"), "{:#?}", indexed.log);
    assert!(plain.files == indexed.files);
}

#[test]
fn rows_without_numbers_are_read_in_order() {
    let lab = lab();
    for options in ["pointobs=no", "reuse=yes"] {
        let program = format!(
            "options msglevel=i;\n{}data packed(compress=char {options} index=(k)); set src.many; run;\n\
             data out.a1; set packed (idxwhere=yes); where k = 5; run;\n\
             proc means data=packed n; where k = 5; var k; run;\n",
            libraries(&lab, "src")
        );
        let (result, _) = run(&program, true, lab.path());
        assert_eq!(result.ended, "clean", "{options}: {:#?}", result.log);
        assert!(!result.listing.is_empty(), "{options}");
    }
}
