//! The destinations of the log and the listing, and failures of these.

use std::fs::{self, File};
use std::process::Stdio;

use super::{names_in, place_with};
use crate::test_folder::{PROGRAM, ProgramOutput};

const PRINTS: &str = "data a; do i = 1 to 20000; output; end; run; proc print data=a; run; \
                      libname x 'lib'; data x.last; y = 1; run;";

#[test]
fn files_of_before_are_replaced_and_tell_whose_they_are() {
    let dir = place_with(&[("p.sas", PRINTS)]);
    for _ in 0..2 {
        // The first line is there whatever the options are, or the next run would refuse the file.
        let line = "run p.sas --work work --log log --listing listing -o nonotes -o nosource";
        assert_eq!(dir.succeed(line), "");
    }
    let version = env!("CARGO_PKG_VERSION");
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    assert!(log.starts_with(&format!("NOTE: feedrate {version} runs p.sas.\n")));
    let listing = fs::read_to_string(dir.path("listing")).expect("the listing");
    assert!(listing.starts_with(&format!("feedrate {version}: listing of p.sas\n")));
    assert!(listing.lines().count() > 20_000);
}

#[test]
fn a_batch_has_its_log_and_listing_beside_the_program() {
    let dir = place_with(&[("lib/p.sas", "data a; x = 7; run; proc print; run;")]);
    for _ in 0..2 {
        assert_eq!(dir.succeed("run lib/p.sas --work work --batch"), "");
    }
    let read = |name: &str| fs::read_to_string(dir.path(name)).expect("a file");
    assert!(read("lib/p.log").contains("1 observations and 1 variables"));
    assert!(read("lib/p.lst").contains('7'));
    assert_eq!(names_in(&dir, "lib"), ["p.log", "p.lst", "p.sas"]);
    // A given destination is used.
    dir.succeed("run lib/p.sas --work work --batch --log other.log");
    assert!(read("other.log").contains("runs lib/p.sas"));
}

#[test]
fn a_batch_spares_what_is_not_its_own() {
    let dir = place_with(&[
        ("p.sas", "data a; x = 7; run;"),
        ("p.log", "of another program\n"),
        ("q.log", "data a; x = 7; run;"),
    ]);
    for (line, says) in [
        ("run p.sas --work work --batch", "was not written by feedrate"),
        ("run q.log --work work --batch", "give it another name"),
        ("run - --work work --batch", "has no name for its log"),
    ] {
        let said = dir.fail(line);
        assert!(said.contains(says), "{line}: {said}");
    }
    let log = fs::read_to_string(dir.path("p.log")).expect("the log");
    assert_eq!(log, "of another program\n");
}

#[test]
fn steps_that_moved_little_have_no_table_unless_it_is_asked_for() {
    let small = "data a; x = 7; run; proc sort data=a; by x; run;";
    let large = "data a; length c $ 1000; do i = 1 to 17000; output; end; run;";
    let dir = place_with(&[("small.sas", small), ("large.sas", large)]);
    for (line, tables) in [
        ("run small.sas --work work", 0),
        ("run small.sas --work work -o iotable=all", 2),
        ("run small.sas --work work -o fullstimer", 2),
        ("run large.sas --work work", 1),
        ("run large.sas --work work -o iotable=none -o fullstimer", 0),
    ] {
        let ran = dir.run(line);
        assert_eq!(ran.code, Some(0), "{line}: {}", ran.stderr);
        let told = ran.stderr.matches("Pages moved by this step").count();
        assert_eq!(told, tables, "{line}: {}", ran.stderr);
    }
}

#[test]
fn what_cannot_be_written_ends_the_program_and_is_told() {
    for (line, says) in [
        ("run p.sas --work work --log /dev/full", "cannot write the log"),
        (
            "run p.sas --work work --log log --listing /dev/full",
            "cannot write the listing",
        ),
    ] {
        let dir = place_with(&[("p.sas", PRINTS)]);
        let said = dir.fail(line);
        assert_eq!(said, format!("feedrate: {says}: no space left on device"));
        assert!(!dir.path("lib/last.sas7bdat").exists(), "{line}");
        assert_eq!(super::names_in(&dir, "work"), [""; 0]);
    }
    let dir = place_with(&[("p.sas", PRINTS)]);
    let mut command = dir.command("run p.sas --work work --log log");
    let full = || File::options().write(true).open("/dev/full").expect("it");
    let status = command.stdout(full()).stderr(Stdio::null()).status();
    assert_eq!(status.expect("it runs").code(), Some(2));
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    assert!(log.contains("ERROR: cannot write the listing"), "{log}");
    let mut command = dir.command("run p.sas --work work");
    let status = command.stderr(full()).stdout(Stdio::null()).status();
    assert_eq!(status.expect("it runs").code(), Some(2));
}

#[test]
fn the_figures_say_that_the_log_or_the_listing_could_not_be_written() {
    for (full, says) in [
        ("--log /dev/full", "cannot write the log"),
        ("--log log --listing /dev/full", "cannot write the listing"),
    ] {
        let dir = place_with(&[("p.sas", PRINTS)]);
        let said = dir.fail(&format!("run p.sas --work work {full} --json figures"));
        let reason = format!("{says}: no space left on device");
        assert_eq!(said, format!("feedrate: {reason}"));
        let record = fs::read_to_string(dir.path("figures")).expect("the figures");
        let record = crate::json::parse(&record);
        assert_eq!(record["ended"], "errors");
        assert_eq!(record["error"], reason.as_str());
        assert_eq!(record["steps"].as_array().map(Vec::len), Some(1), "{full}");
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    for redirected in ["--log log", "2>&1"] {
        let dir = place_with(&[("p.sas", PRINTS)]);
        let mut shell = std::process::Command::new("sh");
        let script = format!("{{ \"$1\" run p.sas --work work {redirected}; echo $? >code; }} | head -n 1");
        shell.args(["-c", &script, "sh", PROGRAM]);
        let ran = ProgramOutput::of(dir.prepare(shell));
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        assert_eq!(ran.stdout.lines().count(), 1);
        let code = fs::read_to_string(dir.path("code")).expect("the code");
        assert_eq!(code, "0\n", "{redirected}");
        // The steps after it were run nevertheless.
        assert!(dir.path("lib/last.sas7bdat").exists(), "{redirected}");
    }
}

#[test]
fn what_is_not_wanted_goes_nowhere() {
    let dir = place_with(&[("p.sas", PRINTS)]);
    dir.succeed("run p.sas --work work --log /dev/null --listing /dev/null --json /dev/null");
    let mut command = dir.command("run p.sas --work work --log /dev/null");
    let status = command.stdout(Stdio::null()).status();
    assert_eq!(status.expect("it runs").code(), Some(0));
}

#[test]
fn the_log_goes_to_standard_output_if_the_listing_does_not() {
    let dir = place_with(&[("p.sas", PRINTS)]);
    let log = dir.succeed("run p.sas --work work --log - --listing listing");
    assert!(log.starts_with("NOTE: feedrate "), "{log}");
    assert!(log.contains("The data set X.LAST has 1 obs"), "{log}");
}
