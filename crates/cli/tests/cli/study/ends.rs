//! Studies that are interrupted or killed: finished runs stay, nothing is left behind, and the next call goes on.

use std::fs;

use rustix::process::Signal;

use super::{ENDLESS, left_in_data, place_with, runs};
use crate::test_folder::{Background, TestFolder, until};

const LINE: &str = "study s.toml --folder data";

/// Starts a study, and waits until its second run is at work. Returns the number of the process of that run too.
fn start(dir: &TestFolder) -> (Background, u32) {
    let study = dir.start(LINE);
    let mut process = 0;
    until("the second run is at work", || {
        let told = fs::read_to_string(dir.path("begun-600"));
        let number = told.ok().and_then(|told| told.trim().parse().ok());
        process = number.unwrap_or(0);
        process > 0
    });
    (study, process)
}

fn is_running(process: u32) -> bool {
    fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[test]
fn a_signal_ends_it_and_the_next_call_goes_on() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let dir = place_with(ENDLESS);
        let (study, process) = start(&dir);
        study.signal(signal);
        let (_, ran) = study.end();
        assert_eq!(ran.code, Some(code), "{}", ran.stderr);
        assert!(
            ran.stderr.contains("the same command goes on with the others"),
            "{}",
            ran.stderr
        );
        assert_eq!(ran.stdout, "");
        assert!(!is_running(process));
        assert!(left_in_data(&dir).is_empty());
        assert_eq!(runs(&dir, "s.feedrate").len(), 1);
    }
}

#[test]
fn a_kill_loses_no_finished_run_and_leaves_nothing_for_long() {
    let dir = place_with(ENDLESS);
    let (study, process) = start(&dir);
    study.signal(Signal::KILL);
    study.end();
    until("the run ends too", || !is_running(process));
    let left = left_in_data(&dir);
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(dir.path("data").join(&left[0]).join("a/b").exists());
    assert_eq!(runs(&dir, "s.feedrate").len(), 1);
    dir.succeed(&format!("{LINE} --only n=0"));
    assert!(left_in_data(&dir).is_empty());
    assert_eq!(runs(&dir, "s.feedrate").len(), 3);
}

#[test]
fn one_study_at_a_time_has_a_store_and_others_may_read_it() {
    let dir = place_with(ENDLESS);
    let (study, _) = start(&dir);
    let ran = dir.run(LINE);
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.stderr
            .ends_with("s.feedrate: another process carries out this study; wait for it, or name another --store\n"),
        "{}",
        ran.stderr
    );
    let plan = dir.succeed(&format!("{LINE} --plan"));
    assert!(plan.contains("6, of which 1 are done"), "{plan}");
    assert_eq!(runs(&dir, "s.feedrate").len(), 1);
    study.signal(Signal::INT);
    study.end();
}

#[test]
fn a_run_that_is_slow_to_hear_is_waited_for() {
    let deaf = ENDLESS.replace(
        "exec sleep {n}",
        "trap '' TERM INT; touch deaf-{n}; while test -e deaf-{n} -a {n} != 0; do sleep 0.05; done",
    );
    let dir = place_with(&deaf);
    let (study, process) = start(&dir);
    until("it is deaf", || dir.path("deaf-600").exists());
    study.signal(Signal::TERM);
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(is_running(process));
    fs::remove_file(dir.path("deaf-600")).expect("the file");
    let (_, ran) = study.end();
    assert_eq!(ran.code, Some(143), "{}", ran.stderr);
    assert!(!is_running(process));
    assert!(left_in_data(&dir).is_empty());
}
