//! The program `feedrate`: arguments, progress and exit codes. What it does lies in the other crates.

mod arguments;
mod commands;
mod complaint;
mod exit;
mod interrupt;
mod limits;
mod output;
mod progress;
mod say;

use std::ffi::OsStr;
use std::path::Path;
use std::process::ExitCode;

use feedrate_workload::{Control, process};

use interrupt::Interrupt;

fn main() -> ExitCode {
    // Without the one only the last words are lost, and without the other only jobs of many streams
    // fail, and say why; neither is a reason to stop.
    let _ = limits::survive_file_limit();
    let _ = limits::raise_open_files();
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let arguments: Vec<_> = arguments.collect();
    // A stream that runs as a process of its own.
    if arguments == [process::ARGUMENT] {
        // Without its signals it would only end less tidily.
        let control = Interrupt::listen().map_or_else(|_| Control::default(), |it| it.control());
        return match process::work_with(&control) {
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
