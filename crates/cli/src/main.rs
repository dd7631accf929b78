//! The program `feedrate`: arguments, progress and exit codes. What it does lies in the other crates.

mod arguments;
mod commands;
mod exit;
mod interrupt;
mod output;
mod progress;

use std::process::ExitCode;

use feedrate_workload::process;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    // A stream that runs as a process of its own.
    if arguments.len() == 2 && arguments.nth(1).is_some_and(|first| first == process::ARGUMENT) {
        return match process::work() {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    commands::run()
}
