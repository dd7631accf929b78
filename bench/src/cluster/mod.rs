//! The 22 queries of TPC-H in one process, and on clusters of executors on the same machine.
//!
//! It shows that all give the same rows, and the cost of executors. On one machine they share its cores with each
//! other, so nothing is gained by them.

mod course;
mod machines;
mod queries;
mod results;
mod tables;

use std::path::PathBuf;

use clap::Args;
use feedrate_bench::harness::arguments::{Patience, Place, Rounds};
use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::comparison::{column, median};
use feedrate_bench::harness::rounds::{rounds, show};
use feedrate_bench::peers::feedrate::Feedrate;
use serde::Serialize;

use course::{Course, Run, Way};
use queries::COUNT;
use results::Results;
use tables::{Format, Tables};

/// Run the 22 queries of TPC-H in one process and on executors of this machine
///
/// Each run must give the rows of the first: the bench exits with 0 when all did, and 1 when one did not. The queries
/// are those of TPC-H in PROC SQL; the figures are no results of TPC-H, and cannot be compared with such.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,

    /// The scale of the tables: 1 is 6 million rows of LINEITEM
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0)]
    scale: f64,

    /// A folder that has the tables at this scale as Parquet files; they are made with --generator by default
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,

    /// The program that makes them
    #[arg(long, value_name = "PROGRAM", default_value = "tpchgen-cli")]
    generator: PathBuf,

    /// The files that are queried
    #[arg(long, value_name = "FORMAT", value_delimiter = ',',
          default_values = ["sas7bdat", "parquet"])]
    formats: Vec<Format>,

    /// Numbers of executors, one cluster for each
    #[arg(long, value_name = "NUMBER", value_delimiter = ',', default_values = ["1", "2", "3"],
          value_parser = clap::value_parser!(u32).range(1..=64))]
    executors: Vec<u32>,

    #[command(flatten)]
    rounds: Rounds<3>,

    #[command(flatten)]
    patience: Patience<30>,
}

/// The figures, for other programs.
#[derive(Debug, Serialize)]
struct Figures<'a> {
    scale: f64,
    runs: &'a [Run],
}

/// Runs all rounds. Returns true if all results are the same.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let bench = Bench::begin("cluster", &arguments.place)?.with_patience(arguments.patience.time());
    // The tables in both formats, and rows between stages.
    bench.need_room((4e9 * arguments.scale) as u64, "give a smaller --scale")?;
    let feedrate = Feedrate::find(&arguments.place, &["cluster"])?;
    show("making the tables");
    let tables = match &arguments.tables {
        Some(folder) => Tables::at(folder, &bench)?,
        None => Tables::generated(&arguments.generator, arguments.scale, &bench)?,
    };
    if arguments.formats.contains(&Format::Sas7bdat) {
        tables.copy(&feedrate, &bench)?;
    }
    let mut course = Course {
        bench,
        feedrate,
        tables,
        scale: arguments.scale,
    };
    let head = format!(
        "The 22 queries of TPC-H at scale {}; medians of {} rounds. No results of TPC-H.\n",
        arguments.scale, arguments.rounds.rounds
    );
    course.bench.head(vec![course.feedrate.version.clone()], &head);
    let ways: Vec<Way> = [0].iter().chain(&arguments.executors).copied().map(Way).collect();
    let mut runs: Vec<Run> = Vec::new();
    let mut is_same = true;
    for &format in &arguments.formats {
        let mut first: Option<Results> = None;
        let number = arguments.rounds.rounds;
        let measured = rounds(&format.to_string(), number, ways.len(), |index| {
            let (run, results) = course.run(format, ways[index])?;
            for difference in first.get_or_insert_with(|| results.clone()).differences(&results) {
                println!("{format}, {}: {difference}", ways[index]);
                is_same = false;
            }
            Ok(run)
        })?;
        println!("{}", table(format, &ways, &measured));
        runs.extend(measured.into_iter().flatten());
    }
    let figures = Figures {
        scale: arguments.scale,
        runs: &runs,
    };
    Ok(course.bench.end(&[], &figures)? && is_same)
}

/// Returns the seconds of each query in each way, and how many times those of the first the sums are.
fn table(format: Format, ways: &[Way], rounds: &[Vec<Run>]) -> String {
    let medians = |of: &dyn Fn(&Run) -> f64| -> Vec<f64> {
        let columns = (0..ways.len()).map(|index| column(rounds, index, of));
        columns.map(|column| median(&column).unwrap_or(f64::NAN)).collect()
    };
    let line = |first: &str, cells: Vec<String>| {
        let cells = cells.iter().map(|cell| format!("{cell:>13}"));
        format!("{first:<12}{}\n", cells.collect::<String>())
    };
    let seconds = |medians: &[f64]| medians.iter().map(|it| format!("{it:.2} s")).collect();
    let mut text = line(&format.to_string(), ways.iter().map(Way::to_string).collect());
    for query in 0..COUNT {
        text += &line(
            &format!("query {}", query + 1),
            seconds(&medians(&|run| run.seconds[query])),
        );
    }
    let sums = medians(&|run| run.seconds.iter().sum());
    text += &line("all", seconds(&sums));
    let times = sums.iter().map(|sum| format!("{:.2} times", sum / sums[0]));
    text + &line("", times.collect())
}
