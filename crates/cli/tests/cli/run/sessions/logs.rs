//! Logs and listings are complete and in order, however long they are.

use super::{log_of, place_of, run};
use crate::json::parse;

#[test]
fn long_logs_of_two_sessions_come_whole_and_in_order() {
    let log = log_of(
        "signon a; signon b;
rsubmit a wait=no; data _null_; do i = 1 to 60000; put 'line ' i; end; run; endrsubmit;
rsubmit b wait=no; data _null_; do i = 1 to 60000; put 'line ' i; end; run; endrsubmit;
rsubmit a wait=no; data _null_; do i = 60001 to 100000; put 'line ' i; end; run; endrsubmit;
waitfor _all_ a b;",
    );
    for (name, last) in [("A", 100_000), ("B", 60_000)] {
        let begin = format!("{name}: line ");
        let numbers = log.lines().filter_map(|line| line.strip_prefix(&begin));
        let numbers: Vec<u32> = numbers.map(|text| text.parse().expect("a number")).collect();
        assert!(numbers.iter().copied().eq(1..=last), "{name}: {}", numbers.len());
    }
    // The lines of one are not within the block of the other.
    let begins = |line: &str| line.chars().next();
    let blocks: Vec<_> = log
        .lines()
        .filter(|line| line.contains(": line "))
        .map(begins)
        .collect();
    let changes = blocks.windows(2).filter(|pair| pair[0] != pair[1]).count();
    assert_eq!(changes, 1);
}

#[test]
fn listings_come_in_the_order_in_which_they_are_waited_for() {
    let dir = place_of(
        "signon a; signon b;
data x; i = 1; run;
rsubmit a wait=no; title 'of a'; data x; i = 2; run; proc print; run; endrsubmit;
rsubmit b; title 'of b'; data x; i = 3; run; proc print; run; endrsubmit;
title 'own';
proc print data=x; run;
rget a;
signoff a;
rsubmit b output=purge; proc print; title 'purged'; run; endrsubmit;",
        &[],
    );
    let ran = run(&dir);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let titles: Vec<&str> = ran
        .stdout
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with('o'))
        .collect();
    assert_eq!(titles, ["of b", "own", "of a"]);
}

#[test]
fn what_was_never_waited_for_comes_at_the_end() {
    let log = log_of(
        "signon a;
rsubmit a wait=no; data _null_; put 'late'; run; endrsubmit;
data _null_; put 'own'; run;",
    );
    let own = log.find("\nown\n").expect("the own step");
    assert!(log.find("\nA: late\n").expect("the session's") > own, "{log}");
    assert!(log.contains("NOTE: Remote signoff from A complete."), "{log}");
}

#[test]
fn the_record_tells_the_steps_of_each_session() {
    let dir = place_of(
        "signon a; signon b;
rsubmit a; data x; do i = 1 to 9; output; end; run; proc sort; by i; run; endrsubmit;
rsubmit b; data y; set nosuch; run; endrsubmit;",
        &[],
    );
    let ran = dir.run("run p.sas --work work --json -");
    let record = parse(&ran.stdout);
    assert_eq!(record["steps"].as_array().map(Vec::len), Some(0));
    let sessions = record["sessions"].as_array().expect("sessions");
    assert_eq!(sessions.len(), 2);
    assert_eq!(sessions[0]["name"], "A");
    assert_eq!(sessions[0]["ended"], "clean");
    assert_eq!(sessions[0]["steps"][0]["made"][0]["observations"], 9);
    assert_eq!(sessions[0]["steps"][1]["name"], "SORT");
    assert_eq!(sessions[1]["ended"], "errors");
    assert_eq!(sessions[1]["errors"], 1);
    assert_eq!(sessions[1]["steps"][0]["ran"], false);
}

#[test]
fn sixty_four_sessions_at_once() {
    let mut program = String::new();
    for number in 0..64 {
        program += &format!(
            "signon s{number} sascmd='sas -work work';
rsubmit s{number} wait=no; data a; do i = 1 to 1000; output; end; run; \
             data _null_; set a end=e; if e then put 'last ' i; run; %sysrput v{number} = &syslast; endrsubmit;\n"
        );
    }
    program += "waitfor _all_; %put &v0 &v63;";
    let log = log_of(&program);
    for number in 0..64 {
        assert!(log.contains(&format!("\nS{number}: last 1000\n")), "{number}");
    }
    assert!(log.contains("\nWORK.A WORK.A\n"), "{log}");
}
