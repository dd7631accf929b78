//! Faults of files: a clear error, and the earlier file is unchanged.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{FileExt, OpenOptionsExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::process::Command;

use super::{TEN, errors, expect_error, expect_error_with_code, names_in, place_with};
use crate::test_folder::{PROGRAM, ProgramOutput, TestFolder, until};

/// Creates a folder with the data set of [`TEN`] and programs.
fn place_of_ten(programs: &[(&str, &str)]) -> (TestFolder, Vec<u8>) {
    let dir = place_with(programs);
    fs::write(dir.path("ten.sas"), TEN).expect("a program");
    dir.succeed("run ten.sas");
    let old = fs::read(dir.path("lib/a.sas7bdat")).expect("the data set");
    (dir, old)
}

#[track_caller]
fn expect_old(dir: &TestFolder, old: &[u8]) {
    assert_eq!(names_in(dir, "lib"), ["a.sas7bdat"]);
    assert!(fs::read(dir.path("lib/a.sas7bdat")).expect("the data set") == old);
}

#[test]
fn a_step_that_fails_leaves_what_it_was_to_replace() {
    for (step, code, says) in [
        (
            "data x.a; set x.a; array q{2} a b; q{i} = 1; run;",
            2,
            "Array subscript out of range",
        ),
        (
            "data x.a; set x.a; abort; run;",
            3,
            "Execution terminated by an ABORT statement",
        ),
        ("data x.a; set x.a nowhere; run;", 2, "WORK.NOWHERE"),
        ("data x.a; set x.a; y = ; run;", 2, "expecting"),
        (
            "data x.a x.b; merge x.a x.a; by descending i; run;",
            2,
            "not properly sorted",
        ),
    ] {
        let text = format!("libname x 'lib'; {step} data after; set x.a; run;");
        let (dir, old) = place_of_ten(&[("p.sas", &text)]);
        let ran = dir.run("run p.sas --work work");
        expect_error_with_code(&ran, code, says);
        expect_old(&dir, &old);
        assert_eq!(names_in(&dir, "work"), [""; 0]);
        // The step after it is checked and not run.
        assert!(!ran.stderr.contains("WORK.AFTER has"), "{}", ran.stderr);
    }
}

#[test]
fn no_space_for_one_of_two_data_sets_leaves_both() {
    let text = "libname x 'lib'; data x.a x.b; \
                do i = 1 to 1e6; if i < 5 then output x.a; else output x.b; end; run;";
    let (dir, old) = place_of_ten(&[("p.sas", text)]);
    let mut shell = Command::new("sh");
    // 1,000 blocks, of 512 bytes or of 1,024, depending on the shell.
    shell.args(["-c", "ulimit -f 1000; exec \"$@\"", "sh", PROGRAM]);
    shell.args("run p.sas --work work".split_whitespace());
    let ran = ProgramOutput::of(dir.prepare(shell));
    expect_error(&ran, "data set X.B is not written");
    expect_old(&dir, &old);
}

#[test]
fn no_space_leaves_what_was_there() {
    for options in [
        "",
        "-o sgio",
        "-o discipline=assas",
        "-o sgio -o bufno=8 -o bufsize=64k",
    ] {
        let text = "libname x 'lib'; data x.a; do i = 1 to 1e6; output; end; run;";
        let (dir, old) = place_of_ten(&[("p.sas", text)]);
        let mut shell = Command::new("sh");
        // 1,000 blocks, of 512 bytes or of 1,024, depending on the shell.
        shell.args(["-c", "ulimit -f 1000; exec \"$@\"", "sh", PROGRAM]);
        shell.args("run p.sas --work work".split_whitespace());
        shell.args(options.split_whitespace());
        let ran = ProgramOutput::of(dir.prepare(shell));
        expect_error(
            &ran,
            "data set X.A is not written, and what was there before is unchanged",
        );
        assert!(errors(&ran.stderr)[0].contains("ulimit -f"), "{}", ran.stderr);
        expect_old(&dir, &old);
    }
}

#[test]
fn rights_that_are_missing_are_told() {
    let copy = "libname x 'lib'; data x.b; set x.a; run;";
    let read = "libname x 'lib'; data _null_; set x.a; run;";
    let replace = "libname x 'lib'; data x.a; y = 1; run;";
    for (program, folder_mode, file_mode, says) in [
        (copy, 0o555, 0o444, "permission denied"),
        (read, 0o755, 0o000, "permission denied"),
        (replace, 0o777, 0o444, "cannot replace"),
    ] {
        let (dir, old) = place_of_ten(&[("p.sas", program)]);
        let mode = |path: &str, mode| {
            fs::set_permissions(dir.path(path), fs::Permissions::from_mode(mode)).expect("a mode");
        };
        // Other users may enter.
        mode("", 0o755);
        mode("lib/a.sas7bdat", file_mode);
        mode("lib", folder_mode);
        mode("work", 0o777);
        let mut command = dir.command("run p.sas --work work");
        if rustix::process::geteuid().is_root() {
            command.uid(65_534).gid(65_534);
        }
        match command.output() {
            Ok(_) => expect_error(&ProgramOutput::of(command), says),
            Err(error) => eprintln!("another user cannot start the program: {error}"),
        }
        mode("lib", 0o755);
        mode("lib/a.sas7bdat", 0o644);
        expect_old(&dir, &old);
    }
}

#[test]
fn damaged_data_sets_are_told() {
    let program = "libname x 'lib'; data own; set x.a; run;";
    let damage = |bytes: usize, at: u64, with: &[u8], says: &str| {
        let (dir, _) = place_of_ten(&[("p.sas", program)]);
        let path = dir.path("lib/a.sas7bdat");
        let file = OpenOptions::new().write(true).open(&path).expect("it");
        file.set_len(bytes as u64).expect("its length");
        file.write_all_at(with, at).expect("its bytes");
        let damaged = fs::read(&path).expect("it");
        let ran = dir.run("run p.sas --work work");
        expect_error(&ran, says);
        assert!(errors(&ran.stderr)[0].contains("a.sas7bdat"), "{}", ran.stderr);
        // A file that cannot be read is not changed either.
        expect_old(&dir, &damaged);
    };
    let whole = {
        let (_, old) = place_of_ten(&[]);
        old.len()
    };
    damage(whole - 1, 0, b"", "cut short");
    damage(whole / 2, 0, b"", "cut short");
    damage(100, 0, b"", "cannot be read");
    damage(0, 0, b"", "cannot be read");
    damage(whole, 0, &[0xFF; 64], "cannot be read");
    // The page with the metadata and the rows.
    damage(whole, whole as u64 / 2, &[0xFF; 4096], "cannot be read");
}

#[test]
fn a_data_set_that_is_replaced_while_it_is_read_is_read_as_it_was() {
    let program = "libname x 'lib'; \
                   data x.a; set x.a; if _n_ = 3 then delete; run; \
                   data x.a; do until (last); set x.a end=last; sum + i; end; output; run; \
                   data _null_; set x.a; put sum=; run;";
    let (dir, _) = place_of_ten(&[("p.sas", program)]);
    let ran = dir.run("run p.sas --work work");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("sum=52"), "{}", ran.stderr);
    assert_eq!(names_in(&dir, "lib"), ["a.sas7bdat"]);
}

/// A program that opens `x.a`, and reads it only once something is written to the pipe `gate`.
const GATE: &str = "libname x 'lib'; \
                    data own; if _n_ = 1 then do; infile 'gate'; input; end; set x.a; run;";

/// A change by another program to the data set.
type Change = fn(&TestFolder);

#[test]
fn a_data_set_that_another_program_replaces_is_read_as_it_was_and_one_that_it_cuts_is_told() {
    fn replace(dir: &TestFolder) {
        let path = dir.path("lib/a.sas7bdat");
        fs::copy(&path, dir.path("other")).expect("a copy");
        fs::rename(dir.path("other"), path).expect("its place");
    }
    fn cut(dir: &TestFolder) {
        let file = OpenOptions::new().write(true).open(dir.path("lib/a.sas7bdat"));
        file.and_then(|file| file.set_len(9000)).expect("its end");
    }
    let cases: [(Change, Option<&str>); 2] = [(replace, None), (cut, Some("is cut short"))];
    for (change, says) in cases {
        let (dir, _) = place_of_ten(&[("p.sas", GATE)]);
        let made = Command::new("mkfifo").arg(dir.path("gate")).status();
        assert!(made.expect("mkfifo").success());
        let run = dir.start("run p.sas --work work");
        let mut gate = None;
        until("the program has come to its gate", || {
            let mut options = OpenOptions::new();
            options.write(true).custom_flags(libc::O_NONBLOCK);
            gate = options.open(dir.path("gate")).ok();
            gate.is_some()
        });
        change(&dir);
        gate.take().expect("it").write_all(b"go\n").expect("a line");
        let ran = run.end().1;
        match says {
            Some(says) => expect_error(&ran, says),
            None => assert!(ran.stderr.contains("OWN has 10 obs"), "{}", ran.stderr),
        }
        assert_eq!(names_in(&dir, "work"), [""; 0]);
    }
}

#[test]
fn after_a_failure_steps_are_checked_against_what_would_have_been() {
    let program = "data a; do i = 1 to 3; output; end; abort; run; \
                   data b; set a; j = i; run; proc print data=b; var i j; run;";
    let dir = place_with(&[("p.sas", program)]);
    let ran = dir.run("run p.sas --work work");
    expect_error_with_code(&ran, 3, "terminated by an ABORT");
    assert_eq!(errors(&ran.stderr).len(), 1, "{}", ran.stderr);
}

/// SAS 9.4 Companion for UNIX Environments: exit status codes.
#[test]
fn programs_that_end_themselves_have_the_codes_of_unix() {
    let step = |statement: &str| format!("data a; {statement}; run; %put went on;");
    let in_macro = |statement: &str| format!("%macro m; {statement}; %mend; %m %put went on;");
    for (program, code, goes_on) in [
        (step("abort"), 3, true),
        (step("abort 17"), 17, true),
        (step("abort return"), 4, false),
        (step("abort abend"), 5, false),
        (step("abort return 200 nolist"), 200, false),
        (step("abort cancel 7"), 2, false),
        (in_macro("%abort"), 3, true),
        (in_macro("%abort 17"), 17, true),
        (in_macro("%abort return 9"), 9, false),
        (in_macro("%abort abend"), 5, false),
        (in_macro("%abort cancel"), 2, false),
        (
            "options errorabend; data a; set none; run; %put went on;".to_owned(),
            5,
            false,
        ),
    ] {
        let dir = place_with(&[("p.sas", &program)]);
        let ran = dir.run("run p.sas");
        assert_eq!(ran.code, Some(code), "{program}: {}", ran.stderr);
        let lines = ran.stderr.lines().filter(|line| *line == "went on").count();
        assert_eq!(lines, usize::from(goes_on), "{program}: {}", ran.stderr);
    }
}

#[test]
fn cancel_of_a_file_ends_what_is_included() {
    let program = "%include 'part.sas'; %put went on &sysinfo;";
    for part in [
        "data a; abort cancel file 6; run; %put lost;",
        "%abort cancel file 6; %put lost;",
    ] {
        let dir = place_with(&[("p.sas", program), ("part.sas", part)]);
        let ran = dir.run("run p.sas");
        assert!(ran.stderr.contains("\nwent on 6\n"), "{}", ran.stderr);
        assert!(!ran.stderr.contains("\nlost\n"), "{}", ran.stderr);
    }
}

#[test]
fn folders_and_files_that_are_not_there_are_told() {
    for (program, says) in [
        ("libname x 'nowhere'; data a; set x.b; run;", "nowhere"),
        ("libname x 'p.sas';", "it is a file; name a folder"),
        (
            "libname x 'lib'; data a; set x.b; run;",
            "File X.B.DATA does not exist.",
        ),
        (
            "libname x 'lib'; data a; y = 1; run; proc copy in=work out=x;\n  select a\n    none;\nrun;",
            "at line 3 column 5",
        ),
        ("data x.a; y = 1; run;", "Libref X is not assigned."),
        ("data _null_; infile 'nowhere'; input a; run;", "nowhere"),
        ("data _null_; infile 'lib'; input a; run;", "lib"),
        ("data _null_; file 'no/where'; put 'x'; run;", "no/where"),
        (
            "data _null_; file '/dev/full'; do i = 1 to 1e5; put 'line'; end; run;",
            "/dev/full",
        ),
        ("%include 'nowhere';", "nowhere"),
    ] {
        let dir = place_with(&[("p.sas", program)]);
        expect_error(&dir.run("run p.sas --work work"), says);
    }
}
