//! Sessions besides that of a program: SIGNON, RSUBMIT and similar statements.

pub mod ends;
mod hosts;
mod libraries;
mod logs;
mod pipes_between_hosts;
mod statements;
mod variables;

use std::fs;
use std::process::Command;

use super::place_with;
use crate::test_folder::{ProgramOutput, TestFolder};

/// Creates a folder with a program and pipes by which its sessions wait for each other.
fn place_of(program: &str, pipes: &[&str]) -> TestFolder {
    let dir = place_with(&[("p.sas", program)]);
    for pipe in pipes {
        let made = Command::new("mkfifo").arg(dir.path(pipe)).status();
        assert!(made.expect("mkfifo").success());
    }
    dir
}

/// Runs a program all of whose sessions end well, and returns its log.
#[track_caller]
fn log_of(program: &str) -> String {
    let dir = place_of(program, &[]);
    let ran = run(&dir);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_nothing_left(&dir);
    ran.stderr
}

fn run(dir: &TestFolder) -> ProgramOutput {
    dir.run("run p.sas --work work")
}

#[track_caller]
fn assert_nothing_left(dir: &TestFolder) {
    assert_eq!(super::names_in(dir, "work"), [""; 0]);
}

/// Returns the processes that a process has started.
pub fn children_of(parent: u32) -> Vec<u32> {
    let parent = format!("PPid:\t{parent}");
    let processes = fs::read_dir("/proc").expect("the processes").flatten();
    let mut children: Vec<u32> = processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|process: &u32| {
            fs::read_to_string(format!("/proc/{process}/status"))
                .is_ok_and(|status| status.lines().any(|line| line == parent))
        })
        .collect();
    children.sort_unstable();
    children
}
