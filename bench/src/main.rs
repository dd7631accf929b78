//! The benches: feedrate beside programs that do the same, measured in turn.
//!
//! They are no tests: a disk's rate wanders, so they take many rounds and minutes, and may stay undecided.

mod attack;
mod cluster;
mod pipes;
mod predict;
mod random;
mod raw;
mod results;
mod search;
mod steps;
mod sweep;
mod users;

use std::process::ExitCode;

use clap::Parser;
use feedrate_bench::harness::bench::exit_code;

/// Measure feedrate beside programs that do the same, in alternating rounds
///
/// Each bench exits with 0 when nothing failed (something may be undecided), 1 when something did, and 2 when nothing
/// could be measured.
#[derive(Debug, Parser)]
#[command(name = "feedrate-bench", max_term_width = 100)]
enum Bench {
    Attack(attack::Arguments),
    Cluster(cluster::Arguments),
    Pipes(pipes::Arguments),
    #[command(hide = true)]
    PipeEnd(pipes::End),
    Predict(predict::Arguments),
    Random(random::Arguments),
    Raw(raw::Arguments),
    Results(results::Arguments),
    Search(search::Arguments),
    Steps(steps::Arguments),
    Sweep(sweep::Arguments),
    Users(users::Arguments),
}

fn main() -> ExitCode {
    match Bench::parse() {
        Bench::Attack(arguments) => exit_code("attack", attack::run(&arguments)),
        Bench::Cluster(arguments) => exit_code("cluster", cluster::run(&arguments)),
        Bench::Pipes(arguments) => exit_code("pipes", pipes::run(&arguments)),
        Bench::PipeEnd(end) => exit_code("pipes", pipes::be_an_end(&end)),
        Bench::Predict(arguments) => exit_code("predict", predict::run(&arguments)),
        Bench::Random(arguments) => exit_code("random", random::run(&arguments)),
        Bench::Raw(arguments) => exit_code("raw", raw::run(&arguments)),
        Bench::Results(arguments) => exit_code("results", results::run(&arguments)),
        Bench::Search(arguments) => exit_code("search", search::run(&arguments)),
        Bench::Users(arguments) => exit_code("users", users::run(&arguments)),
        Bench::Steps(arguments) => exit_code("steps", steps::run(&arguments)),
        Bench::Sweep(arguments) => exit_code("sweep", sweep::run(&arguments)),
    }
}
