//! Ctrl-C, SIGTERM and SIGKILL: what a run leaves when it is ended.

use std::fs;
use std::process::Command;

use rustix::process::Signal;

use super::{ENDLESS, TEN, errors, names_in, place_with};
use crate::test_folder::{Background, TestFolder, until, until_written};

/// Starts a program that rewrites `lib/a.sas7bdat` endlessly, and waits until it writes.
fn start_endless(dir: &TestFolder) -> Background {
    let run = dir.start("run endless.sas --work work --log log");
    until("the draft is there", || !drafts(dir).is_empty());
    for draft in drafts(dir) {
        until_written(&dir.path("lib").join(draft));
    }
    run
}

fn drafts(dir: &TestFolder) -> Vec<String> {
    let mut names = names_in(dir, "lib");
    names.retain(|name| name.ends_with(".tmp"));
    names
}

#[test]
fn a_signal_ends_it_soon_with_nothing_lost_and_nothing_left() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let dir = place_with(&[("ten.sas", TEN), ("endless.sas", ENDLESS)]);
        dir.succeed("run ten.sas");
        let old = fs::read(dir.path("lib/a.sas7bdat")).expect("the data set");
        let run = start_endless(&dir);
        run.signal(signal);
        let (_, ran) = run.end();
        assert_eq!(ran.code, Some(code), "{}", ran.stderr);
        assert_eq!(ran.stderr, "");
        assert_eq!(names_in(&dir, "lib"), ["a.sas7bdat"]);
        assert_eq!(names_in(&dir, "work"), [""; 0]);
        assert_eq!(fs::read(dir.path("lib/a.sas7bdat")).ok(), Some(old));
        let log = fs::read_to_string(dir.path("log")).expect("the log");
        assert_eq!(
            errors(&log),
            [
                "ERROR: The step was interrupted.",
                "ERROR: The program was interrupted, and what follows was not run."
            ]
        );
        assert!(!log.contains("WORK.AFTER"), "{log}");
    }
}

#[test]
fn what_a_killed_run_left_is_swept_and_what_it_was_to_replace_is_there() {
    let dir = place_with(&[("ten.sas", TEN), ("endless.sas", ENDLESS)]);
    dir.succeed("run ten.sas");
    let old = fs::read(dir.path("lib/a.sas7bdat")).expect("the data set");
    let run = start_endless(&dir);
    run.signal(Signal::KILL);
    run.end();
    assert_eq!(drafts(&dir).len(), 1);
    assert_eq!(names_in(&dir, "work").len(), 1);
    assert_eq!(fs::read(dir.path("lib/a.sas7bdat")).ok(), Some(old));
    // The log of a killed run shows how far it came.
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    assert!(log.contains("The data set WORK.BEFORE has 1 obs"), "{log}");

    fs::write(dir.path("lib/.mine.tmp"), "kept").expect("a file");
    let next = "libname x 'lib'; data own; set x.a; run;";
    fs::write(dir.path("next.sas"), next).expect("a program");
    let ran = dir.run("run next.sas --work work");
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("Removed 1 unfinished file"), "{}", ran.stderr);
    assert_eq!(names_in(&dir, "lib"), [".mine.tmp", "a.sas7bdat"]);
    assert_eq!(names_in(&dir, "work"), [""; 0]);
}

#[test]
fn whatever_it_is_at_it_can_be_stopped() {
    for program in [
        "%macro m; %do %while(1); %let x = 1; %end; %mend; %m",
        "data _null_; do while (1); end; run;",
        "data _null_; infile '/dev/zero'; input; run;",
        "data a; do i = 1 to 10; output; end; run; \
         data b; do point = 1 to 1e12; set a; output; end; stop; run; \
         data _null_; do until (0); x + 1; end; run;",
    ] {
        let dir = place_with(&[("p.sas", program)]);
        let run = dir.start("run p.sas --work work --log log");
        until("it is at work", || dir.path("log").exists());
        std::thread::sleep(std::time::Duration::from_millis(200));
        run.signal(Signal::TERM);
        let (_, ran) = run.end();
        assert_eq!(ran.code, Some(143), "{program}: {}", ran.stderr);
        assert_eq!(names_in(&dir, "work"), [""; 0]);
        let log = fs::read_to_string(dir.path("log")).expect("the log");
        assert!(log.contains("ERROR: The program was interrupted"), "{program}: {log}");
        assert!(!log.contains("steps that follow are checked"), "{log}");
    }
}

#[test]
fn a_step_that_waits_for_a_pipe_hears_the_first_signal() {
    for (program, has_writer) in [
        ("data a; infile 'pipe'; input x; run;", false),
        ("data a; infile 'pipe'; input x; run;", true),
        ("data a; infile 'pipe' end=e; input x; run;", true),
        ("data a; file 'pipe'; put 'x'; run;", false),
        (
            "data a; infile 'pipe'; file 'pipe2'; do until (0); put 'a long line'; end; run;",
            true,
        ),
    ] {
        let dir = place_with(&[("p.sas", program)]);
        for pipe in ["pipe", "pipe2"] {
            let made = Command::new("mkfifo").arg(dir.path(pipe)).status();
            assert!(made.expect("mkfifo").success());
        }
        // A pipe that is opened both ways has a writer that writes nothing and a reader that reads nothing.
        let hold = |pipe: &str| {
            let mut options = fs::File::options();
            options.read(true).write(true).open(dir.path(pipe))
        };
        let held = has_writer.then(|| [hold("pipe"), hold("pipe2")].map(|pipe| pipe.expect("it")));
        let run = dir.start("run p.sas --work work --log log");
        until("it is at work", || dir.path("log").exists());
        std::thread::sleep(std::time::Duration::from_millis(300));
        run.signal(Signal::INT);
        let (_, ran) = run.end();
        assert_eq!(ran.code, Some(130), "{program}: {}", ran.stderr);
        assert_eq!(names_in(&dir, "work"), [""; 0]);
        let log = fs::read_to_string(dir.path("log")).expect("the log");
        let interrupted = "ERROR: The step was interrupted.";
        assert_eq!(errors(&log)[0], interrupted, "{program}: {log}");
        drop(held);
    }
}
