//! Tests of the arguments, the lines and the rules.

mod arguments;
mod lines;
mod runs;

use std::ffi::OsString;

use super::{Ground, Name, Request, Result, Test, parse};

/// A machine of 8 cores and 64 GiB.
const GROUND: Ground = Ground {
    cores: 8,
    threads: 16,
    is_virtual: false,
    is_memory_taken_back: false,
    cacheable: Some(64 << 30),
};

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

fn parsed(line: &str, name: Name) -> Result<Request> {
    parse(&words(line), name, GROUND)
}

#[track_caller]
fn test_of(line: &str) -> Test {
    match parsed(line, Name::Command) {
        Ok(Request::Test(test)) => test,
        other => panic!("{line}: {other:?}"),
    }
}
