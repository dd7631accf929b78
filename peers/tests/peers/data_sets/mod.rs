//! Data sets beside those who read and write them too: pandas, pyreadstat (ReadStat) and parso, and SAS
//! itself, by files that it made.
//!
//! | variable | what it names |
//! |---|---|
//! | `FEEDRATE_PEERS_PYTHON` | the Python that has pandas and pyreadstat; `python3` without it |
//! | `FEEDRATE_PARSO` | the folder with parso's jars |
//! | `FEEDRATE_SAS_FILES` | the folder with files that SAS made, `.sas7bdat` and `.xpt` |
//!
//! `.ci/run` makes all three.

mod contents;
mod foreign;
mod formats;
mod interleave;
mod logistic;
mod means;
mod models;
mod open_files;
mod queries;
mod readers;
mod transport;
mod univariate;
mod variables;
mod written;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::feedrate;

/// Runs a program, which lies in a folder then; it must have no errors and no warnings.
fn run(folder: &Path, program: &str) {
    run_to(folder, program, 0);
}

/// Runs a program that ends with an exit code: 0 without warnings, 1 with some. Gives its log.
fn run_to(folder: &Path, program: &str, code: i32) -> String {
    let path = folder.join("program.sas");
    fs::write(&path, program).expect("the folder takes files");
    let output = Command::new(feedrate())
        .arg("run")
        .arg(&path)
        .output()
        .expect("feedrate runs");
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{log}");
    log
}
