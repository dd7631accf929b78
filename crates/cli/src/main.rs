//! The program `feedrate`: arguments, progress and exit codes. What it does lies in the other crates.

mod arguments;
mod commands;
mod complaint;
mod exit;
mod interrupt;
mod output;
mod progress;

use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;

use feedrate_workload::process;

fn main() -> ExitCode {
    // Without it only the last words are lost, so a failure is no reason to stop.
    let _ = interrupt::survive_file_limit();
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let arguments: Vec<_> = arguments.collect();
    // A stream that runs as a process of its own.
    if arguments == [process::ARGUMENT] {
        return match process::work() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    if is_sasiotest(&name) {
        return commands::sasiotest::run(&arguments).report();
    }
    commands::run()
}

/// Whether the program was called by the name of SASIOTEST, through a link or as a copy.
fn is_sasiotest(name: &OsStr) -> bool {
    let stem = Path::new(name).file_stem();
    stem.is_some_and(|stem| stem.eq_ignore_ascii_case("sasiotest"))
}
