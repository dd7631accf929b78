//! Processes that change one data set, and files that must not be replaced.

use std::fs::{self, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::Command;

use rustix::process::Signal;

use super::{TEN, expect_error, names_in, place_with};
use crate::test_folder::{Background, TestFolder, until};

/// Replaces a data set by itself, and waits for a line of the pipe `gate` once it has begun.
const GATED: &str = "libname x 'lib'; data x.a; if _n_ = 1 then do; infile 'gate'; input line $; end; \
                     set x.a; drop line; run;";

const MORE: &str = "libname x 'lib'; data more; do i = 11 to 20; output; end; run; \
                    proc append base=x.a data=more; run;";

/// Creates a folder with the data set of [`TEN`] and programs.
fn place_of_ten(programs: &[(&str, &str)]) -> TestFolder {
    let dir = place_with(programs);
    fs::write(dir.path("ten.sas"), TEN).expect("a program");
    dir.succeed("run ten.sas");
    dir
}

fn make_pipe(path: PathBuf) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo").success());
}

/// Starts a program, and returns the other end of its gate once it waits there.
fn start_gated(dir: &TestFolder, line: &str) -> (Background, fs::File) {
    make_pipe(dir.path("gate"));
    let run = dir.start(line);
    // Waits for the reader.
    let gate = OpenOptions::new().write(true).open(dir.path("gate"));
    (run, gate.expect("the gate"))
}

fn observations(dir: &TestFolder) -> String {
    let text = "libname x 'lib'; data _null_; set x.a end=e; n + 1; if e then put 'there are ' n; run;";
    fs::write(dir.path("count.sas"), text).expect("a program");
    let ran = dir.run("run count.sas --work work");
    let line = ran.stderr.lines().find(|line| line.starts_with("there are "));
    line.unwrap_or_else(|| panic!("{}", ran.stderr)).to_owned()
}

#[test]
fn who_changes_a_data_set_that_another_process_replaces_is_told_or_waits() {
    let dir = place_of_ten(&[("p.sas", GATED), ("more.sas", MORE)]);
    let (replacing, mut gate) = start_gated(&dir, "run p.sas --work work");
    for program in [
        MORE,
        "libname x 'lib'; proc sort data=x.a; by descending i; run;",
        "libname x 'lib'; data x.a; set x.a; i = i + 1; run;",
        "libname x 'lib'; proc datasets library=x nolist; delete a; run;",
        "libname x 'lib'; proc datasets library=x nolist; change a=b; run;",
    ] {
        fs::write(dir.path("second.sas"), program).expect("a program");
        let second = dir.run("run second.sas --work work");
        let holder = format!(
            "A lock is not available for X.A.DATA: process {} (feedrate run p.sas",
            replacing.id()
        );
        expect_error(&second, &holder);
    }
    // A reader reads what is there.
    assert_eq!(observations(&dir), "there are 10");
    let waiting = dir.start("run more.sas --work work -o filelockwait=600");
    gate.write_all(b"go\n").expect("a line");
    drop(gate);
    for run in [replacing, waiting] {
        let (_, ran) = run.end();
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    }
    assert_eq!(observations(&dir), "there are 20");
    assert_eq!(names_in(&dir, "lib"), ["a.sas7bdat"]);
}

#[test]
fn who_waits_for_a_data_set_goes_on_with_its_new_variables() {
    for (program, sums) in [
        ("proc sort data=x.a; by descending i; run;", "55 70"),
        ("data x.a; set x.a; i = i + 1; run;", "65 70"),
    ] {
        let gated = GATED.replace("data x.a;", "data x.a; new = 7;");
        let second = format!("libname x 'lib'; {program}");
        let dir = place_of_ten(&[("p.sas", &gated), ("second.sas", &second)]);
        let (replacing, mut gate) = start_gated(&dir, "run p.sas --work work");
        let waiting = dir.start("run second.sas --work work -o filelockwait=600");
        // Long enough for it to have lowered its step over the present data set.
        std::thread::sleep(std::time::Duration::from_millis(500));
        gate.write_all(b"go\n").expect("a line");
        drop(gate);
        for run in [replacing, waiting] {
            let (_, ran) = run.end();
            assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        }
        let text = "libname x 'lib'; data _null_; set x.a end=e; s + i; t + new; \
                    if e then put 'sums ' s t; run;";
        fs::write(dir.path("sums.sas"), text).expect("a program");
        let ran = dir.run("run sums.sas --work work");
        let expected = format!("sums {sums}");
        assert!(ran.stderr.contains(&expected), "{program}: {}", ran.stderr);
    }
}

#[test]
fn a_move_of_a_data_set_onto_itself_deletes_nothing() {
    let program = "libname x 'lib'; libname y 'lib'; proc copy in=x out=y move; select a; run;";
    let dir = place_of_ten(&[("p.sas", program)]);
    let ran = dir.run("run p.sas --work work");
    expect_error(&ran, "are the same file");
    assert_eq!(observations(&dir), "there are 10");
}

#[test]
fn a_private_data_set_is_private_while_it_is_replaced_and_what_is_left_is_swept() {
    let dir = place_of_ten(&[("p.sas", GATED)]);
    let data_set = dir.path("lib/a.sas7bdat");
    let old = fs::read(&data_set).expect("the data set");
    fs::set_permissions(&data_set, Permissions::from_mode(0o640)).expect("its permissions");
    let mut gates = Vec::new();
    // Several, so that it does not depend on the number of the next process.
    for _ in 0..3 {
        let (replacing, gate) = start_gated(&dir, "run p.sas --work work");
        until("the draft is there", || names_in(&dir, "lib").len() == 2);
        let names = names_in(&dir, "lib");
        let draft = fs::metadata(dir.path("lib").join(&names[0])).expect("the draft");
        assert_eq!(draft.mode() & 0o777, 0o600);
        replacing.signal(Signal::KILL);
        replacing.end();
        // The reader has gone, so that the next one is waited for.
        fs::remove_file(dir.path("gate")).expect("the gate");
        gates.push(gate);
    }
    let named = dir.path("lib/.a.feedrate-0123456789abcdef.tmp");
    fs::write(&named, "a file that is only named so").expect("a file");
    fs::write(dir.path("p.sas"), "libname x 'lib';").expect("a program");
    dir.succeed("run p.sas --work work");
    assert_eq!(names_in(&dir, "lib").len(), 2);
    assert!(named.exists());
    assert_eq!(fs::read(&data_set).expect("the data set"), old);
    let program = "libname x 'lib'; data x.a; set x.a; run;";
    fs::write(dir.path("p.sas"), program).expect("a program");
    dir.succeed("run p.sas --work work");
    let after = fs::metadata(&data_set).expect("the data set");
    assert_eq!(after.mode() & 0o7777, 0o640);
}

#[test]
fn only_ordinary_files_are_replaced() {
    let dir = place_of_ten(&[]);
    make_pipe(dir.path("lib/pipe.csv"));
    symlink("/dev/null", dir.path("lib/null.sas7bdat")).expect("a link");
    symlink("/dev/null", dir.path("lib/null.csv")).expect("a link");
    let export = |to: &str| format!("libname x 'lib'; proc export data=x.a outfile='{to}' dbms=csv replace; run;");
    for (program, name) in [
        (export("/dev/null"), "/dev/null"),
        (export("lib/null.csv"), "lib/null.csv"),
        (export("lib/pipe.csv"), "lib/pipe.csv"),
        ("libname x 'lib'; data x.null; y = 1; run;".to_owned(), "null.sas7bdat"),
        ("libname x csv 'lib'; data x.null; y = 1; run;".to_owned(), "null.csv"),
    ] {
        fs::write(dir.path("p.sas"), program).expect("a program");
        let ran = dir.run("run p.sas --work work");
        expect_error(&ran, "it is no file that another can take the place of");
        assert!(ran.stderr.contains(name), "{}", ran.stderr);
    }
    let null = fs::symlink_metadata("/dev/null").expect("the device");
    assert!(null.file_type().is_char_device());
    let left = names_in(&dir, "lib");
    assert_eq!(left, ["a.sas7bdat", "null.csv", "null.sas7bdat", "pipe.csv"]);
}

#[test]
fn links_in_folders_of_everybody_are_not_followed_out_of_them() {
    let dir = place_of_ten(&[]);
    let old = fs::read(dir.path("lib/a.sas7bdat")).expect("the data set");
    fs::create_dir(dir.path("open")).expect("a folder");
    symlink("../lib/a.sas7bdat", dir.path("open/a.sas7bdat")).expect("a link");
    symlink("../lib/a.sas7bdat", dir.path("open/a.csv")).expect("a link");
    fs::set_permissions(dir.path("open"), Permissions::from_mode(0o777)).expect("permissions");
    for program in [
        "libname y 'open'; data y.a; i = 1; run;",
        "libname y 'open'; proc sort data=y.a; by descending i; run;",
        "libname x 'lib'; libname y 'open'; proc append base=y.a data=x.a; run;",
        "libname x 'lib'; proc export data=x.a outfile='open/a.csv' dbms=csv replace; run;",
        "data _null_; file 'open/a.csv'; put 'lines'; run;",
    ] {
        fs::write(dir.path("p.sas"), program).expect("a program");
        let ran = dir.run("run p.sas --work work");
        expect_error(&ran, "a link leads out of");
        assert_eq!(fs::read(dir.path("lib/a.sas7bdat")).expect("it"), old);
    }
    assert_eq!(names_in(&dir, "lib"), ["a.sas7bdat"]);
    assert_eq!(names_in(&dir, "open"), ["a.csv", "a.sas7bdat"]);
    // Nor are links in the path of a library.
    symlink("../lib", dir.path("open/lib")).expect("a link");
    let text = "libname y 'open/lib'; data y.a; i = 1; run;";
    fs::write(dir.path("p.sas"), text).expect("a program");
    let ran = dir.run("run p.sas --work work");
    expect_error(&ran, "a link leads out of");
    assert_eq!(fs::read(dir.path("lib/a.sas7bdat")).expect("it"), old);
}
