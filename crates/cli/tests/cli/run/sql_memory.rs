//! Queries of more data than MEMSIZE= stay within it.
#![cfg(feature = "sql")]

use std::fs;

use super::{errors, place_with};
use crate::test_folder::TestFolder;

/// 60 MB of character values of 2000 bytes, each of which occurs twice.
const MAKE: &str = "libname x 'lib';
    data x.a; length t $ 2000;
      do i = 1 to 30000;
        k = mod(i * 7919, 15013); g = mod(i, 97); h = mod(i, 3); t = repeat(put(k, z8.), 248); output;
      end;
    run;";

/// The least memory of a plan, in MiB, which MEMSIZE=16M is below.
const LEAST: u64 = 28;

/// Returns the peak memory of the process, in MiB, and its log.
fn peak(dir: &TestFolder, statement: &str) -> (u64, String) {
    let program = format!("options fullstimer memsize=16M cpucount=2; libname x 'lib'; proc sql; {statement} quit;");
    fs::write(dir.path("query.sas"), program).expect("a program");
    let log = dir.run("run query.sas --work work").stderr;
    assert_eq!(errors(&log), [""; 0], "{statement}\n{log}");
    let told = log.lines().rev().find_map(|line| {
        let kib = line.trim().strip_prefix("OS Memory")?.trim();
        kib.strip_suffix("k")?.parse::<f64>().ok()
    });
    (told.expect("the log tells it") as u64 / 1024, log)
}

/// Expects that a statement spills rows, logs what was created, and takes no more than the plan's memory and this
/// margin in addition to what the process takes without it.
fn stays_within_memory(statement: &str, created: &str, margin: u64) {
    let dir = place_with(&[("make.sas", MAKE)]);
    dir.succeed("run make.sas --work work");
    let light = "create table r as select count(*) as n, max(t) as t from x.a;";
    let (least, _) = peak(&dir, light);
    let (most, log) = peak(&dir, statement);
    assert!(log.contains("utility files"), "nothing was laid down: {log}");
    assert!(log.contains(created), "{log}");
    let more = most.saturating_sub(least);
    assert!(more < LEAST + margin, "{more} MiB more than {least} MiB");
}

#[test]
fn rows_with_summaries() {
    stays_within_memory(
        "create table r as select i, t, sum(k) as s, max(t) as m from x.a group by g having k ge 0;",
        "WORK.R created, with 30000 rows",
        40,
    );
}

#[test]
fn rows_with_summaries_of_all() {
    stays_within_memory(
        "create table r as select i, t, k / sum(k) as part from x.a;",
        "WORK.R created, with 30000 rows",
        20,
    );
}

#[test]
fn groups_of_long_texts() {
    stays_within_memory(
        "create table r as select t, count(*) as n, sum(k) as s from x.a group by t;",
        "WORK.R created, with 15013 rows",
        20,
    );
}

#[test]
fn different_long_texts_of_groups() {
    stays_within_memory(
        "create table r as select h, count(distinct t) as n from x.a group by h;",
        "WORK.R created, with 3 rows",
        40,
    );
}

#[test]
fn joins_by_two_keys() {
    stays_within_memory(
        "create table r as select a.i, b.t from x.a as a left join x.a as b on a.t = b.t and a.i = b.i;",
        "WORK.R created, with 30000 rows",
        80,
    );
}
