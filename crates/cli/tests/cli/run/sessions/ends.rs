//! Premature ends of sessions: killed, stopped, and with their program.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use rustix::process::Signal;

use super::{assert_nothing_left, children_of, place_of};
use crate::run::{errors, names_in};
use crate::test_folder::{Background, TestFolder, kill, until};

/// A program with two sessions: the first waits for a line that never comes, and the second has a data set in its WORK
/// and waits in the same way. Both begin a data set of a library.
const WAITING: &str = "libname x 'lib';
signon a sascmd='sas -work work'; signon b sascmd='sas -work work';
data own; y = 1; run;
rsubmit a wait=no inheritlib=(x);
 data kept; y = 1; run;
 data x.of_a; infile 'never'; input y; run;
endrsubmit;
rsubmit b wait=no inheritlib=(x);
 data kept; y = 1; run;
 data x.of_b; infile 'never'; input y; run;
endrsubmit;
waitfor _all_ a b;
data _null_; put 'the rest goes on'; run;";

/// Starts it, and waits until both sessions are at their last step. Returns their processes.
fn start(dir: &TestFolder) -> (Background, [u32; 2]) {
    let run = dir.start("run p.sas --work work --log log");
    // Three folders of WORK, each with a data set, and the drafts of both sessions.
    until("both sessions wait", || {
        let folders = names_in(dir, "work");
        let has_data = |folder: &String| {
            names_in(dir, &format!("work/{folder}"))
                .iter()
                .any(|name| name.ends_with(".sas7bdat"))
        };
        folders.len() == 3 && folders.iter().all(has_data) && dir.path("log").exists()
    });
    let children: [u32; 2] = children_of(run.id()).try_into().expect("two sessions");
    until("both are at a step that waits", || {
        children.iter().all(|child| is_asleep(*child))
    });
    (run, children)
}

/// Returns whether a process has opened the pipe on which sessions wait.
fn is_asleep(process: u32) -> bool {
    let Ok(open) = fs::read_dir(format!("/proc/{process}/fd")) else {
        return false;
    };
    open.flatten()
        .filter_map(|entry| fs::read_link(entry.path()).ok())
        .any(|path| path.ends_with("never"))
}

#[test]
fn a_session_that_is_killed_is_told_and_the_rest_goes_on() {
    let dir = place_of(WAITING, &["never"]);
    let (run, [a, b]) = start(&dir);
    kill(a, Signal::KILL);
    kill(b, Signal::KILL);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    for (name, process) in [("A", a), ("B", b)] {
        let died = format!("ERROR: The session {name} (process {process}) died: signal: 9 (SIGKILL).");
        assert!(log.contains(&died), "{log}");
        let last = format!(
            "\n{name}: 2           data x.of_{}; infile 'never'; input y; run;\n",
            name.to_lowercase()
        );
        assert!(log.contains(&last), "{log}");
        let last = format!("         2           data x.of_{};", name.to_lowercase());
        assert!(log.contains(&last), "{log}");
    }
    assert_eq!(errors(&log).len(), 2, "{log}");
    assert!(log.contains("\nthe rest goes on\n"), "{log}");
    assert_nothing_left(&dir);
}

#[test]
fn no_session_outlives_its_program_however_that_ends() {
    for (signal, code) in [
        (Signal::TERM, Some(143)),
        (Signal::INT, Some(130)),
        (Signal::KILL, None),
    ] {
        let dir = place_of(WAITING, &["never"]);
        let (run, children) = start(&dir);
        run.signal(signal);
        let (_, ran) = run.end();
        assert_eq!(ran.code, code, "{}", ran.stderr);
        until("the sessions have ended", || {
            children.iter().all(|child| is_gone(*child))
        });
        assert_nothing_left(&dir);
        assert_eq!(names_in(&dir, "lib"), [""; 0]);
        let log = fs::read_to_string(dir.path("log")).expect("the log");
        if code.is_some() {
            assert!(log.contains("\nA: ERROR: The step was interrupted.\n"), "{log}");
            assert!(log.contains("NOTE: The session B was stopped."), "{log}");
            assert!(log.contains("ERROR: The program was interrupted"), "{log}");
        }
        assert!(!log.contains("the rest goes on\n"), "{log}");
    }
}

/// Returns whether a process has ended, even if it was not waited for.
pub fn is_gone(process: u32) -> bool {
    match fs::read_to_string(format!("/proc/{process}/stat")) {
        Ok(stat) => stat.contains(") Z "),
        Err(_) => true,
    }
}

#[test]
fn a_session_that_is_held_and_takes_nothing_holds_no_interrupt() {
    // More than the connection to the session buffers.
    let block = format!("* {};\n", "x".repeat(1000)).repeat(300);
    let program = format!(
        "signon a;
data _null_; infile 'go'; input; run;
rsubmit a wait=no;\n{block}endrsubmit;
data _null_; put 'the rest goes on'; run;"
    );
    let dir = place_of(&program, &["go"]);
    let run = dir.start("run p.sas --work work --log log");
    until("the session is there", || {
        fs::read_to_string(dir.path("log")).is_ok_and(|log| log.contains("signon to A complete"))
    });
    let held = children_of(run.id())[0];
    kill(held, Signal::STOP);
    fs::write(dir.path("go"), "now\n").expect("the program goes on");
    until("the program is at RSUBMIT", || {
        fs::read_to_string(dir.path("log")).is_ok_and(|log| log.contains("endrsubmit"))
    });
    run.signal(Signal::INT);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(130), "{}", ran.stderr);
    until("the session has ended", || is_gone(held));
    assert_nothing_left(&dir);
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    assert!(!log.contains("the rest goes on\n"), "{log}");
}

#[test]
fn a_session_that_gets_sigterm_ends_alone() {
    let dir = place_of(WAITING, &["never"]);
    let (run, [a, b]) = start(&dir);
    kill(a, Signal::TERM);
    until("the session has ended", || is_gone(a));
    assert!(!is_gone(b));
    kill(b, Signal::TERM);
    let (_, ran) = run.end();
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let log = fs::read_to_string(dir.path("log")).expect("the log");
    assert!(
        log.contains("NOTE: The session A ends because it was interrupted."),
        "{log}"
    );
    assert!(log.contains("\nthe rest goes on\n"), "{log}");
    assert_nothing_left(&dir);
    assert_eq!(names_in(&dir, "lib"), [""; 0]);
}

#[test]
fn sessions_are_begun_though_the_programs_file_is_gone() {
    let dir = TestFolder::new();
    let program = dir.path("feedrate");
    fs::copy(crate::test_folder::PROGRAM, &program).expect("a copy");
    let mut command = dir.prepare(Command::new(&program));
    command.args(["run", "-"]).stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    fs::remove_file(&program).expect("it is gone");
    let mut input = child.stdin.take().expect("its input");
    input
        .write_all(b"signon a; rsubmit a; data _null_; put 'here'; run; endrsubmit;")
        .expect("the program");
    drop(input);
    let output = child.wait_with_output().expect("its output");
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && log.contains("\nA: here\n"), "{log}");
}

#[test]
fn a_person_who_starts_a_session_is_told_what_it_is_for() {
    let dir = TestFolder::new();
    let said = dir.fail("session");
    assert!(said.contains("are started by feedrate itself"), "{said}");
    let script = format!(
        "echo nonsense that no client says | {} session",
        crate::test_folder::PROGRAM
    );
    let mut shell = std::process::Command::new("sh");
    shell.args(["-ec", &script]);
    let ran = crate::test_folder::ProgramOutput::of(dir.prepare(shell));
    assert!(ran.failed("session").contains("not by hand"));
}
