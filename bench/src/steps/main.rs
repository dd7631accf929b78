//! The steps of `feedrate run` beside DuckDB, Polars, DataFusion and the raw rate, measured in turn.
//!
//! Not a test: a disk's rate wanders, so this takes many rounds and minutes, and may stay undecided.

mod arguments;
mod case;
mod claims;
mod comparison;
mod competitors;
mod data_set;
mod heats;
mod job;
mod keyed;
mod measurement;
mod peer;
mod programs;
mod raw_rate;
mod record;
mod report;
mod rounds;
mod stage;
mod table;
mod task;
mod transfers;
mod values;
mod way;

use std::fs;
use std::process::ExitCode;

use clap::Parser;
use feedrate_bench::conditions::Conditions;
use feedrate_bench::race;
use feedrate_stats::Verdict;

use arguments::Arguments;
use comparison::Comparison;
use competitors::{Competitors, Race};
use report::Report;

fn main() -> ExitCode {
    race::exit_code("steps", run(&Arguments::parse()))
}

/// Runs all cases; says whether none failed.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let stop = race::listen()?;
    let folder = race::folder(&arguments.folder, "feedrate-steps-")?;
    let competitors = Competitors::find(arguments, folder.path(), stop)?;
    let before = Conditions::now();
    println!("{}", table::head(arguments, &competitors, &before));

    let mut comparisons = Vec::new();
    for &case in &arguments.cases {
        let race = Race {
            case,
            memory_bytes: arguments.memory_bytes(case),
            patience: arguments.patience(),
            threads: arguments.threads(case),
        };
        let runs = rounds::measure(race, arguments, &competitors)?;
        let margin = f64::from(arguments.margin) / 100.0;
        let comparison = Comparison::of(race, runs, margin)?;
        println!("{}", table::rows(&comparison));
        comparisons.push(comparison);
    }
    let after = Conditions::now();
    println!("{}", before.until(&after));

    if let Some(path) = &arguments.json {
        let report = Report::of(arguments, &competitors, [before, after], &comparisons);
        let text = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
        fs::write(path, text + "\n")
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(comparisons
        .iter()
        .all(|comparison| comparison.verdict != Some(Verdict::Failed)))
}
