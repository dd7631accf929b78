//! Tests of `feedrate run` as users run it.

mod appends;
mod cold;
mod commands;
mod examples;
mod faults;
mod jobs;
mod json;
mod locks;
mod memory;
mod open_libraries;
mod outputs;
mod pipes;
mod progress;
mod ramp;
mod repeats;
mod requests;
mod scenarios;
mod sessions;
mod signals;
mod sort;
mod sql_memory;
mod timeline;
mod waiting;

use std::fs;

use crate::test_folder::{ProgramOutput, TestFolder};

/// A program that makes `x.a` in the folder `lib`, with ten observations.
const TEN: &str = "libname x 'lib'; data x.a; do i = 1 to 10; output; end; run;";

/// A program that writes a data set for far longer than a test, and logs a step before.
const ENDLESS: &str = "libname x 'lib'; data before; y = 1; run; \
                       data x.a; do i = 1 to 1e12; output; end; run; data after; z = 1; run;";

/// Creates a folder with programs, each by its name, and the folders `lib` and `work`.
fn place_with(programs: &[(&str, &str)]) -> TestFolder {
    let dir = TestFolder::new();
    for folder in ["lib", "work"] {
        fs::create_dir(dir.path(folder)).expect("a folder");
    }
    for (name, text) in programs {
        fs::write(dir.path(name), text).expect("a program");
    }
    dir
}

/// Returns the names of all files in a subfolder, including hidden ones.
fn names_in(dir: &TestFolder, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(dir.path(folder)).expect("the folder");
    let mut names: Vec<_> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Returns the lines of a log that are errors.
fn errors(log: &str) -> Vec<&str> {
    log.match_indices("ERROR")
        .filter(|(at, _)| *at == 0 || log.as_bytes()[at - 1] == b'\n')
        .map(|(at, _)| {
            let text = &log[at..];
            let mut ends = text.match_indices('\n').map(|(end, _)| end);
            let end = ends.find(|end| !text[end + 1..].starts_with(' '));
            &text[..end.unwrap_or(text.len())]
        })
        .collect()
}

/// Expects that a run ended with errors in its log, the first of which contains `says`.
#[track_caller]
fn expect_error(ran: &ProgramOutput, says: &str) {
    expect_error_with_code(ran, 2, says);
}

/// The same with another exit code, such as that of ABORT.
#[track_caller]
fn expect_error_with_code(ran: &ProgramOutput, code: i32, says: &str) {
    assert_eq!(ran.code, Some(code), "{}", ran.stderr);
    let errors = errors(&ran.stderr);
    let first = errors.first().copied().unwrap_or_default();
    assert!(first.contains(says), "no {says} in: {}", ran.stderr);
}
