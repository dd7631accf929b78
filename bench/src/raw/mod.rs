//! feedrate and fio side by side: the same transfers of the same file, measured in turn.

mod case;
mod comparison;
mod course;
mod jobs;
mod measurement;
mod transfers;

use std::time::Duration;

use clap::Args;
use feedrate_bench::harness::arguments::{FioArgument, Margin, Place, Rounds};
use feedrate_bench::harness::bench::Bench;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::file::TestFile;
use feedrate_bench::peers::fio::Fio;
use feedrate_workload::size;
use serde::Serialize;

use comparison::{Comparison, RATE_TOLERANCE};
use course::Course;

/// Race feedrate and fio on the same file
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    rounds: Rounds<10>,

    #[command(flatten)]
    margin: Margin,

    #[command(flatten)]
    fio: FioArgument,

    /// Bytes of the file
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = size::parse_positive)]
    size: u64,

    /// Seconds of each run; over the file again and again until they are over
    #[arg(long, value_name = "SECONDS", default_value = "1.5", value_parser = seconds)]
    time: Duration,

    /// Only the cases whose names contain this, such as "hot" or "direct read 64K"
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Transfers that fio submits and reaps at once, of each 16 in flight; 1 is its own default
    #[arg(long, value_name = "NUMBER", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..=16))]
    fio_batch: u32,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.trim().parse().ok();
    number
        .filter(|seconds| (0.1..=3600.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "give a number of seconds from 0.1 to 3600, such as 2".to_owned())
}

/// The figures, for other programs.
#[derive(Debug, Serialize)]
struct Figures<'a> {
    rounds: u32,
    seconds_of_a_run: f64,
    file_bytes: u64,
    margin_percent: u8,
    cases: &'a [Comparison],
}

/// Runs all cases. Returns true if none failed.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let cases = case::chosen(arguments.only.as_deref())?;
    let bench = Bench::begin("raw", &arguments.place)?;
    let fio = Fio::find(&arguments.fio.fio)?;
    let feedrate = Feedrate::find(&arguments.place, &[])?;
    let mut course = Course {
        file: TestFile::make(bench.folder(), arguments.size, &feedrate, &bench)?,
        bench,
        feedrate,
        fio,
        fio_batch: arguments.fio_batch,
    };
    let versions = vec![course.feedrate.version.clone(), course.fio.version.clone()];
    course.bench.head(versions, &head(arguments));
    let seconds = arguments.time.as_secs_f64();
    let mut comparisons = Vec::new();
    for case in cases {
        let options = course.options(&case, seconds);
        let measured = course.measure(&case, arguments.rounds.rounds, seconds)?;
        let comparison = Comparison::of(case, options, measured, arguments.margin.share())?;
        print!("{}", comparison.rows());
        comparisons.push(comparison);
    }
    let figures = Figures {
        rounds: arguments.rounds.rounds,
        seconds_of_a_run: seconds,
        file_bytes: course.file.size(),
        margin_percent: arguments.margin.margin,
        cases: &comparisons,
    };
    let verdicts: Vec<_> = comparisons.iter().flat_map(Comparison::verdicts).collect();
    println!();
    course.bench.end(&verdicts, &figures)
}

fn head(arguments: &Arguments) -> String {
    format!(
        "{} rounds, {} s a run, a file of {} MiB, margin {} %\n\
         ms/GB: processor time, while measuring (run, each program's own report)\n\
         and of the whole process (all, the kernel's report)\n\
         writes overwrite in place; neither program flushes the device's cache\n\
         cached: through the page cache, which serves all reads; no rate of a device\n\
         of asked: the rate that jobs were held to; passed within {} % in all runs\n\n{}",
        arguments.rounds.rounds,
        arguments.time.as_secs_f64(),
        arguments.size >> 20,
        arguments.margin.margin,
        RATE_TOLERANCE * 100.0,
        comparison::names_of_columns(),
    )
}
