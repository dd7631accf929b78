//! The 22 queries of TPC-H in one process, and on clusters of executors on the same machine.
//!
//! It shows that all give the same rows, and what the executors cost. On one machine they share its cores with each
//! other, so nothing is gained by them.

mod arguments;
mod machines;
mod queries;
mod results;
mod run;
mod table;
mod tables;
mod way;

use std::fs;
use std::process::ExitCode;

use clap::Parser;
use feedrate_bench::conditions::Conditions;
use feedrate_bench::feedrate::Feedrate;
use feedrate_bench::{race, volume};
use serde::Serialize;

use arguments::Arguments;
use results::Results;
use run::{Course, Run};
use tables::Tables;
use way::Way;

/// All figures, for other programs.
#[derive(Debug, Serialize)]
struct Report<'a> {
    version: &'a str,
    /// Before and after.
    conditions: [Conditions; 2],
    scale: f64,
    runs: &'a [Run],
}

fn main() -> ExitCode {
    race::exit_code("cluster", run(&Arguments::parse()))
}

/// Runs all rounds; returns whether all results are the same.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let stop = race::listen()?;
    let folder = race::folder(&arguments.folder, "feedrate-cluster-")?;
    let path = folder.path().canonicalize();
    let path = path.map_err(|error| format!("cannot find the folder: {error}"))?;
    volume::check_room(&path, arguments.room(), "give a smaller --scale")?;
    let feedrate = Feedrate::find(arguments.feedrate.path().as_deref(), &["cluster"])?;
    race::show("making the tables");
    let tables = Tables::make(arguments, &feedrate, &path, &stop)?;
    race::show("");
    let before = Conditions::now();
    println!("{}", table::head(arguments, &feedrate.version, &before));
    let course = Course {
        feedrate,
        tables,
        folder: path,
        scale: arguments.scale,
        patience: arguments.patience(),
        stop,
    };
    let mut runs: Vec<Run> = Vec::new();
    let mut is_same = true;
    for &format in &arguments.formats {
        let ways: Vec<Way> = [0]
            .iter()
            .chain(&arguments.executors)
            .copied()
            .map(Way)
            .collect();
        let mut first: Option<Results> = None;
        let begin = runs.len();
        for round in 0..arguments.rounds as usize {
            for place in race::order(round, ways.len()) {
                let way = ways[place];
                race::show(&format!("{format}, round {}, {way}", round + 1));
                let (run, results) = course.run(format, way)?;
                runs.push(run);
                match &first {
                    None => first = Some(results),
                    Some(first) => {
                        for difference in first.differences(&results) {
                            println!("{format}, {way}: {difference}");
                            is_same = false;
                        }
                    }
                }
            }
        }
        race::show("");
        println!("{}", table::of(format, &ways, &runs[begin..]));
    }
    let after = Conditions::now();
    println!("{}", before.until(&after));
    if let Some(path) = &arguments.json {
        let report = Report {
            version: &course.feedrate.version,
            conditions: [before, after],
            scale: arguments.scale,
            runs: &runs,
        };
        let text = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
        fs::write(path, text + "\n")
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(is_same)
}
