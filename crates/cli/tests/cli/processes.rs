//! Streams as processes: they work, end with their parent, and a lost one is reported.

use std::fs;

use rustix::process::Signal;

use crate::test_folder::{TestFolder, kill, until, until_written};

const LONG: &str = "measure one two --do write --size 16M --time 30 --rate 50M --run-as processes";

#[test]
fn two_streams_run_as_processes() {
    let dir = TestFolder::new();
    let report = dir.succeed("measure one two --do write --size 1M --run-as processes");
    assert!(report.contains("2 processes; the first done after"), "{report}");
    dir.succeed("measure one two --cold --depth 2 --run-as processes");
    assert_eq!(dir.names(), ["one", "two"]);
}

#[test]
fn workers_end_and_tidy_up_when_their_parent_is_killed() {
    let dir = TestFolder::new();
    let run = dir.start(LONG);
    for name in ["one", "two"] {
        until_written(&dir.path(name));
    }
    run.signal(Signal::KILL);
    assert!(!run.end().0.success());
    until("the workers remove their files", || dir.names().is_empty());
}

#[test]
fn a_worker_that_is_killed_is_told() {
    let dir = TestFolder::new();
    let run = dir.start(LONG);
    for name in ["one", "two"] {
        until_written(&dir.path(name));
    }
    let worker = children_of(run.id()).pop().expect("a worker");
    kill(worker, Signal::KILL);
    let (_, ran) = run.end();
    let said = ran.failed(LONG);
    assert!(
        said.starts_with("feedrate: stream ") && said.contains("process"),
        "{said}"
    );
    assert_eq!(dir.names(), Vec::<String>::new());
}

fn children_of(parent: u32) -> Vec<u32> {
    let parent = format!("PPid:\t{parent}");
    let processes = fs::read_dir("/proc").expect("the processes").flatten();
    processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|process: &u32| {
            fs::read_to_string(format!("/proc/{process}/status"))
                .is_ok_and(|status| status.lines().any(|line| line == parent))
        })
        .collect()
}
