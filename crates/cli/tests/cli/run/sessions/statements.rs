//! The statements, one by one.

use super::{assert_nothing_left, log_of, place_of, run};
use crate::run::{errors, expect_error};

/// Returns the lines of a log without parts that differ from run to run.
fn steady(log: &str) -> String {
    let lines = log.lines().filter(|line| {
        let moved = [
            "real time",
            "cpu time",
            "MB/s",
            "transfers",
            "cached",
            "waited for",
            "page cache",
        ];
        !moved.iter().any(|part| line.contains(part)) && !line.contains("Pages moved")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_log_of_a_program_with_two_sessions() {
    let log = log_of(
        "options comamid=tcp;
signon datatask sascmd \"sas\";
signon task0 sascmd=\"sas -cpucount 2 -threads -work work\";
rsubmit process=datatask wait=no;
  data _null_;
    put 'made here';
  run;
endrsubmit;
rsubmit process=task0 wait=yes;
  %let n = 3;
  data b; do i = 1 to &n; output; end; run;
  data _null_; set b; run;
endrsubmit;
waitfor _all_ datatask task0;
signoff _all_;
",
    );
    insta::assert_snapshot!(steady(&log));
}

#[test]
fn sessions_run_at_once() {
    // Each waits for a line that the other writes.
    let program = "signon a; signon b;
rsubmit a wait=no; data _null_; file 'to_b'; put 'a'; run; \
 data _null_; infile 'to_a'; input x $; put 'A got ' x; run; endrsubmit;
rsubmit b wait=no; data _null_; infile 'to_b'; input x $; put 'B got ' x; run; \
 data _null_; file 'to_a'; put 'b'; run; endrsubmit;
waitfor _all_ a b;";
    let dir = place_of(program, &["to_a", "to_b"]);
    let ran = run(&dir);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nA: A got b\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("\nB: B got a\n"), "{}", ran.stderr);
    assert_nothing_left(&dir);
}

#[test]
fn waitfor_ends_with_its_time_or_with_the_first_of_several() {
    let program = "signon a; signon b;
rsubmit a wait=no; data _null_; infile 'go'; input x $; put 'A got ' x; run; endrsubmit;
waitfor a timeout=0.2;
%put first=&sysrc;
rsubmit b wait=no; data _null_; put 'B is done'; run; endrsubmit;
waitfor _any_ a b;
%put second=&sysrc;
rdisplay a;
listtask a;
data _null_; file 'go'; put 'on'; run;
waitfor _all_ a b;
%put third=&sysrc;
waitfor nobody;
%put fourth=&sysrc;";
    let dir = place_of(program, &["go"]);
    let ran = run(&dir);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let log = &ran.stderr;
    let places: Vec<usize> = [
        "NOTE: WAITFOR waited 0.2 seconds, and these still run: A.",
        "first=-1",
        "B: B is done",
        "second=0",
        "NOTE: A runs a DATA step (line 1 of its log)",
        "NOTE: Sessions:\n      A        (process ",
        "A: A got on",
        "third=0",
        "WARNING: there is no session NOBODY",
        "fourth=-2",
    ]
    .iter()
    .map(|text| log.find(text).unwrap_or_else(|| panic!("no {text} in {log}")))
    .collect();
    assert!(places.is_sorted(), "{places:?}: {log}");
}

#[test]
fn rsubmit_begins_sessions_itself_and_ends_those_that_are_not_to_last() {
    let log = log_of(
        "options autosignon sascmd='!sascmd -nonotes' noconnectwait;
rsubmit a; data _null_; put 'in a'; run; endrsubmit;
rsubmit b persist=no wait=yes; data _null_; put 'in b'; run; endrsubmit;
listtask _all_;
rget a;
signoff a;
rsubmit c sascmd='sas' wait=yes; data _null_; put 'in c'; run; endrsubmit;
signon d;
rsubmit d persist=no wait=yes; data _null_; put 'in d'; run; endrsubmit;
listtask d;",
    );
    assert!(log.contains("NOTE: Remote signoff from B complete."), "{log}");
    let listed = log.split("NOTE: Sessions:").nth(1).expect("a list");
    let listed = listed.split("rget").next().expect("its lines");
    assert!(listed.contains("A  ") && !listed.contains("B  "), "{log}");
    assert!(log.contains("NOTE: There are no such sessions."), "{log}");
    for line in ["A: in a", "B: in b", "C: in c", "D: in d"] {
        assert!(log.contains(&format!("\n{line}\n")), "{log}");
    }
    assert!(!log.contains("A: NOTE") && log.contains("C: NOTE"), "{log}");
}

#[test]
fn what_killtask_ends_is_gone() {
    let program = "signon a; signon b;
rsubmit a wait=no; data _null_; infile 'never'; input; run; endrsubmit;
killtask a;
rsubmit a; data _null_; run; endrsubmit;
rsubmit b; data _null_; put 'still here'; run; endrsubmit;
signon a;
rsubmit a; data _null_; put 'anew'; run; endrsubmit;";
    let dir = place_of(program, &["never"]);
    let ran = run(&dir);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let log = &ran.stderr;
    assert!(log.contains("NOTE: The session A was ended by KILLTASK."), "{log}");
    assert!(log.contains("ERROR: the session A is gone: KILLTASK ended it"), "{log}");
    assert!(
        log.contains("\nB: still here\n") && log.contains("\nA: anew\n"),
        "{log}"
    );
    assert_nothing_left(&dir);
}

#[test]
fn endsas_ends_its_session_and_the_program_its_sessions() {
    let log = log_of(
        "signon a;
rsubmit a; data _null_; put 'before'; endsas; data _null_; put 'after'; run; endrsubmit;
data _null_; put 'the program goes on'; run;
endsas;
data _null_; put 'never'; run;",
    );
    assert!(log.contains("\nA: before\n"), "{log}");
    assert!(log.contains("NOTE: The session A ends by ENDSAS."), "{log}");
    assert!(log.contains("\nthe program goes on\n"), "{log}");
    assert!(!log.contains("\nA: after") && !log.contains("\nnever\n"), "{log}");
}

#[test]
fn errors_of_a_session_are_the_programs_and_its_own_steps_run() {
    let program = "signon a;
rsubmit a wait=no; data x; set nosuch; run; data _null_; put 'not run'; run; endrsubmit;
waitfor a;
rsubmit a; data _null_; put 'the next block'; run; endrsubmit;
data _null_; put 'own step'; run;";
    let dir = place_of(program, &[]);
    let ran = run(&dir);
    expect_error(
        &ran,
        "complete with 1 error and 1 warning; the first error: File WORK.NOSUCH.DATA does not exist.",
    );
    let log = &ran.stderr;
    assert_eq!(errors(log).len(), 1, "{log}");
    // Its position is shown twice: in the session's log, and in the program.
    assert!(log.contains("at line 1 column 32, p.sas:2:32"), "{log}");
    assert!(!log.contains("A: not run\n"), "{log}");
    assert!(
        log.contains("\nA: the next block\n") && log.contains("\nown step\n"),
        "{log}"
    );
}

#[test]
fn what_cannot_be_carried_out_is_told() {
    for (program, says) in [
        ("rsubmit a; data x; run; endrsubmit;", "there is no session A"),
        ("rget;", "no session is named here, and none was named before"),
        (
            "signon a sascmd='sas -cpucout 2';",
            "SASCMD= has -cpucout: Unrecognized SAS option name CPUCOUT.",
        ),
        (
            "signon a sascmd='sas -work nowhere';",
            "SASCMD= has -work nowhere, which is no folder",
        ),
        ("signon a inheritlib=(nolib);", "NOLIB"),
        ("signon a inheritlib=(work);", "as in inheritlib=(work=cwork)"),
        ("signon a log='file';", "LOG= to a file is not supported"),
        ("killtask b;", "there is no session B"),
        ("signoff;", "no session is named here"),
    ] {
        let dir = place_of(program, &[]);
        expect_error(&run(&dir), says);
        assert_nothing_left(&dir);
    }
}

#[test]
fn the_program_of_a_command_is_never_started() {
    let log = log_of(
        "signon a sascmd='./sas94.sh -dmr';
rsubmit a; data _null_; put 'here'; run; endrsubmit;",
    );
    assert!(log.contains("NOTE: ./sas94.sh is not started"), "{log}");
    assert!(log.contains("NOTE: -dmr of SASCMD= has no meaning"), "{log}");
    assert!(log.contains("\nA: here\n"), "{log}");
}

#[test]
fn after_an_error_nothing_is_submitted() {
    let program = "signon a;
data x; set nosuch; run;
rsubmit a; data _null_; put 'never'; run; endrsubmit;";
    let dir = place_of(program, &[]);
    let ran = run(&dir);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let note = "NOTE: RSUBMIT was not carried out because of the errors before it.";
    assert!(ran.stderr.contains(note), "{}", ran.stderr);
}
