//! Random access of `feedrate run` beside SQLite and DuckDB, measured in turn.
//!
//! Not a test: rates wander, so this takes many rounds and minutes, and may stay undecided.

mod arguments;
mod case;
mod comparison;
mod course;
mod data;
mod ours;
mod peer;
mod programs;
mod run;
mod stage;
mod table;
mod way;

use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;

use clap::Parser;
use feedrate_bench::conditions::Conditions;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::race;
use feedrate_stats::Verdict;
use serde::Serialize;

use arguments::Arguments;
use case::Task;
use comparison::Comparison;
use course::Course;
use data::Data;
use ours::Ours;
use peer::Python;
use stage::Stage;

/// All figures, for other programs.
#[derive(Debug, Serialize)]
struct Report<'a> {
    feedrate: &'a str,
    peers: &'a BTreeMap<String, String>,
    /// Before and after.
    conditions: [Conditions; 2],
    data: Data,
    margin_percent: u8,
    cases: &'a [Comparison],
}

fn main() -> ExitCode {
    race::exit_code("random", run(&Arguments::parse()))
}

/// Runs all cases; says whether none failed.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let stop = race::listen()?;
    let folder = race::folder(&arguments.folder, "feedrate-random-")?;
    let stage = Stage::new(folder.path(), arguments.room())?;
    let course = Course {
        python: Python::find(
            &arguments.python.path(),
            arguments.patience(),
            &stage,
            &stop,
        )?,
        ours: Ours {
            feedrate: Feedrate::find(arguments.feedrate.path().as_deref(), &[])?,
            patience: arguments.patience(),
            stop,
        },
        stage,
        data: arguments.data(),
    };
    let before = Conditions::now();
    course.make()?;
    println!("{}", table::head(arguments, &course, &before)?);
    let mut comparisons = Vec::new();
    for &case in &arguments.cases {
        let runs = course.race(case, arguments)?;
        let count = match case.task() {
            Task::Index => arguments.rows,
            Task::Lookup | Task::Point => arguments.count(case),
        };
        let margin = f64::from(arguments.margin) / 100.0;
        let comparison = Comparison::of(case, count, runs, margin)?;
        println!("{}", table::rows(&comparison));
        comparisons.push(comparison);
    }
    let after = Conditions::now();
    println!("{}", before.until(&after));
    if let Some(path) = &arguments.json {
        let report = Report {
            feedrate: &course.ours.feedrate.version,
            peers: &course.python.versions,
            conditions: [before, after],
            data: course.data,
            margin_percent: arguments.margin,
            cases: &comparisons,
        };
        let text = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
        fs::write(path, text + "\n")
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let verdicts = comparisons.iter().map(|comparison| comparison.verdict);
    Ok(verdicts
        .into_iter()
        .all(|verdict| verdict != Verdict::Failed))
}
