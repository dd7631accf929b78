//! The benches: feedrate beside programs that do the same, measured in turn.
//!
//! They are no tests: a disk's rate wanders, so they take many rounds and minutes, and may stay undecided.

mod random;
mod raw;

use std::process::ExitCode;

use clap::Parser;
use feedrate_bench::harness::bench::exit_code;

/// Measure feedrate beside programs that do the same, in alternating rounds
///
/// Each bench exits with 0 when nothing failed (something may be undecided), 1 when something did, and 2 when nothing could
/// be measured.
#[derive(Debug, Parser)]
#[command(name = "feedrate-bench", max_term_width = 100)]
enum Bench {
    Random(random::Arguments),
    Raw(raw::Arguments),
}

fn main() -> ExitCode {
    match Bench::parse() {
        Bench::Random(arguments) => exit_code("random", random::run(&arguments)),
        Bench::Raw(arguments) => exit_code("raw", raw::run(&arguments)),
    }
}
