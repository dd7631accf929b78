//! PROC APPEND to data sets of a user: in place if possible, and all or nothing.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Command;

use rustix::process::Signal;

use super::{TEN, expect_error, place_with};
use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder, until};

const MORE: &str = "libname x 'lib'; data more; do i = 11 to 5000; output; end; run; \
                    proc append base=x.a data=more; run;";

fn place_of_ten(programs: &[(&str, &str)]) -> (TestFolder, Vec<u8>) {
    let dir = place_with(programs);
    fs::write(dir.path("ten.sas"), TEN).expect("a program");
    dir.succeed("run ten.sas");
    let old = data_set(&dir);
    (dir, old)
}

fn data_set(dir: &TestFolder) -> Vec<u8> {
    fs::read(dir.path("lib/a.sas7bdat")).expect("the data set")
}

/// Returns the sum of all observations, and their number.
fn sum(dir: &TestFolder) -> String {
    let text = "libname x 'lib'; data _null_; set x.a end=e; s + i; \
                if e then put 'sum ' s 'of ' _n_; format s _n_ 20.; run;";
    fs::write(dir.path("sum.sas"), text).expect("a program");
    let ran = dir.run("run sum.sas --work work");
    let line = ran.stderr.lines().find(|line| line.starts_with("sum "));
    let line = line.unwrap_or_else(|| panic!("{}", ran.stderr));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the result of [`sum`] for the numbers from 1 to `count`.
fn sum_to(count: u64) -> String {
    format!("sum {} of {count}", count * (count + 1) / 2)
}

#[test]
fn observations_are_added_where_the_data_set_lies() {
    let (dir, _) = place_of_ten(&[("p.sas", MORE)]);
    let inode = || {
        let metadata = fs::metadata(dir.path("lib/a.sas7bdat"));
        metadata.expect("the data set").ino()
    };
    let before = inode();
    let ran = dir.run("run p.sas --work work");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(!ran.stderr.contains("anew"), "{}", ran.stderr);
    assert_eq!(inode(), before);
    assert_eq!(sum(&dir), sum_to(5000));
}

#[test]
fn a_file_that_takes_no_observations_is_written_anew_and_the_log_says_why() {
    let (dir, mut bytes) = place_of_ten(&[("p.sas", MORE)]);
    // The encoding: Latin 1.
    bytes[70] = 29;
    fs::write(dir.path("lib/a.sas7bdat"), bytes).expect("the data set");
    let ran = dir.run("run p.sas --work work");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let note = "NOTE: X.A is written anew with all of its observations, because its text is in latin1.";
    assert!(ran.stderr.contains(note), "{}", ran.stderr);
    assert_eq!(sum(&dir), sum_to(5000));
}

#[test]
fn no_space_leaves_what_earlier_appends_have_made() {
    let append = "proc append base=x.a data=more; run;";
    let text = "libname x 'lib'; data more; do i = 1 to 4e4; output; end; run;".to_owned();
    let (dir, _) = place_of_ten(&[("p.sas", &(text + &append.repeat(4)))]);
    let mut shell = Command::new("sh");
    // 1,000 blocks, of 512 bytes or of 1,024, depending on the shell: there is room for WORK.MORE once or three times.
    shell.args(["-c", "ulimit -f 1000; exec \"$@\"", "sh", PROGRAM]);
    shell.args("run p.sas --work work".split_whitespace());
    let ran = ProgramOutput::of(dir.prepare(shell));
    expect_error(&ran, "data set X.A is not written");
    let made = |times: u64| {
        let each: u64 = 40_000 * 40_001 / 2;
        format!("sum {} of {}", 55 + times * each, 10 + times * 40_000)
    };
    let sum = sum(&dir);
    assert!([made(1), made(3)].contains(&sum), "{sum}");
}

#[test]
fn a_killed_append_adds_all_or_nothing() {
    let text = "libname x 'lib'; data more; do i = 11 to 3e6; output; end; run; \
                proc append base=x.a data=more; run;";
    let (dir, old) = place_of_ten(&[("p.sas", text), ("more.sas", MORE)]);
    let run = dir.start("run p.sas --work work --log p.log");
    until("the data set to grow", || data_set(&dir).len() > old.len());
    run.signal(Signal::KILL);
    run.end();
    let sum = sum(&dir);
    assert!([sum_to(10), sum_to(3_000_000)].contains(&sum), "{sum}");
    // It does not affect the next one.
    let ran = dir.run("run more.sas --work work");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
}
