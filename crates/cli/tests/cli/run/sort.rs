//! PROC SORT that is ended while it spills: the data set is unchanged, and no files are left.

use std::fs;
use std::process::Command;

use rustix::process::Signal;

use super::{errors, expect_error, names_in, place_with};
use crate::test_folder::{Background, PROGRAM, ProgramOutput, TestFolder, until};

const MAKE: &str = "libname x 'lib'; data x.a; do i = 200000 to 1 by -1; j = mod(i, 7); output; end; run;";

/// Memory for a few hundred rows makes a thousand runs.
const SORT: &str = "libname x 'lib'; proc sort data=x.a; by j i; run;";

const OPTIONS: &str = "-o sortsize=1 -o utilloc=utility";

/// Creates a folder with a data set that is not sorted, and returns its content.
fn dir() -> (TestFolder, Vec<u8>) {
    let dir = place_with(&[("make.sas", MAKE), ("sort.sas", SORT)]);
    fs::create_dir(dir.path("utility")).expect("a folder");
    dir.succeed("run make.sas");
    let old = fs::read(dir.path("lib/a.sas7bdat")).expect("the data set");
    (dir, old)
}

fn runs(dir: &TestFolder) -> usize {
    let folders = names_in(dir, "utility");
    let files = folders.iter().map(|folder| {
        let entries = fs::read_dir(dir.path("utility").join(folder));
        entries.map_or(0, Iterator::count)
    });
    files.sum()
}

/// Starts the sort, and waits until it spills runs.
fn start(dir: &TestFolder) -> Background {
    let run = dir.start(&format!("run sort.sas --work work --log log {OPTIONS}"));
    until("runs are there", || runs(dir) > 5);
    run
}

#[track_caller]
fn expect_old(dir: &TestFolder, old: &[u8]) {
    assert_eq!(names_in(dir, "lib"), ["a.sas7bdat"]);
    let is = fs::read(dir.path("lib/a.sas7bdat")).expect("the data set");
    assert!(is == old, "the data set is another");
}

#[test]
fn a_signal_ends_it_and_nothing_is_left() {
    let (dir, old) = dir();
    let run = start(&dir);
    run.signal(Signal::INT);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    expect_old(&dir, &old);
    assert_eq!(names_in(&dir, "utility"), [""; 0]);
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    assert_eq!(errors(&log)[0], "ERROR: The step was interrupted.");
    assert!(log.contains("X.A was not replaced"), "{log}");
}

#[test]
fn what_a_killed_sort_left_is_swept_by_the_next_session() {
    let (dir, old) = dir();
    let run = start(&dir);
    run.signal(Signal::KILL);
    run.end();
    assert_eq!(names_in(&dir, "utility").len(), 1);
    let is = fs::read(dir.path("lib/a.sas7bdat")).expect("the data set");
    assert!(is == old, "the data set is another");
    fs::write(dir.path("next.sas"), "data a; x = 1; run;").expect("a program");
    dir.succeed("run next.sas --work work -o utilloc=utility");
    assert_eq!(names_in(&dir, "utility"), [""; 0]);
}

#[test]
fn no_space_is_told_with_what_to_do() {
    let (dir, old) = dir();
    let mut shell = Command::new("sh");
    // 1,000 blocks, of 512 bytes or of 1,024, depending on the shell; a run has 4 MB.
    shell.args(["-c", "ulimit -f 1000; exec \"$@\"", "sh", PROGRAM]);
    let line = "run sort.sas --work work -o sortsize=4m -o utilloc=utility";
    shell.args(line.split_whitespace());
    let ran = ProgramOutput::of(dir.prepare(shell));
    expect_error(&ran, "What does not fit into memory could not be laid down");
    let said = errors(&ran.stderr)[0];
    for part in ["utility", "ulimit -f", "UTILLOC="] {
        assert!(said.contains(part), "no {part} in {said}");
    }
    expect_old(&dir, &old);
    assert_eq!(names_in(&dir, "utility"), [""; 0]);
}
