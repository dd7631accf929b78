//! Random access of `feedrate run` beside SQLite and DuckDB.

mod case;
mod comparison;
mod competitor;
mod course;
mod data;
mod programs;

use clap::Args;
use feedrate_bench::harness::arguments::{Heats, Margin, Patience, Place, PythonArgument, Rounds};
use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::cases::named;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::python::Python;
use serde::Serialize;

use case::{CASES, Case};
use comparison::Comparison;
use competitor::{Task, Who};
use course::Course;
use data::{Data, MOST_ROWS};

/// Race random access with SQLite and DuckDB
///
/// Makes an index, looks up keys by it and reads rows by their numbers, hot and cold. The folder needs room for about
/// six tables, which is looked for before anything is made.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,

    /// The cases to be run, in this order
    #[arg(long, value_name = "CASE", value_delimiter = ',',
          value_parser = named(CASES, |case| (case.name, case.description)),
          default_values = CASES.iter().map(|case| case.name))]
    cases: Vec<&'static Case>,

    /// Rows of the table; each has 96 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(1000..=MOST_ROWS))]
    rows: u64,

    /// Keys that are looked up, and rows that are read, of a table that the page cache holds
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1000..=100_000_000))]
    lookups: u64,

    /// The same of a table that it does not hold [default: as many as --lookups]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(100..=100_000_000))]
    cold_lookups: Option<u64>,

    #[command(flatten)]
    rounds: Rounds<6>,

    #[command(flatten)]
    heats: Heats<1>,

    #[command(flatten)]
    margin: Margin,

    #[command(flatten)]
    patience: Patience<10>,

    #[command(flatten)]
    python: PythonArgument,
}

impl Arguments {
    /// Returns how many keys a case looks up, or how many rows it reads or indexes.
    fn count(&self, case: &Case) -> u64 {
        match (case.task, case.is_cold) {
            (Task::Index, _) => self.rows,
            (_, true) => self.cold_lookups.unwrap_or(self.lookups),
            (_, false) => self.lookups,
        }
    }

    fn data(&self) -> Data {
        let cold = self.cold_lookups.unwrap_or_default();
        Data::new(self.rows, self.lookups.max(cold))
    }

    /// Returns the bytes of files that may be needed at once: three tables with indexes, and a sort's of pairs.
    fn room(&self) -> u64 {
        self.rows * 600 + self.data().lookups * 60
    }
}

/// The figures, for other programs.
#[derive(Debug, Serialize)]
struct Figures<'a> {
    data: Data,
    margin_percent: u8,
    cases: &'a [Comparison],
}

/// Runs all cases. Returns true if none failed.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let bench = Bench::begin("random", &arguments.place)?.with_patience(arguments.patience.time());
    bench.need_room(arguments.room(), "give fewer --rows")?;
    let peers = [Who::Sqlite, Who::Duckdb].map(Who::name);
    let script = include_str!("peers.py");
    let mut course = Course {
        python: Python::find(&arguments.python, script, &peers, &bench)?,
        feedrate: Feedrate::find(&arguments.place, &[])?,
        data: arguments.data(),
        bench,
    };
    course.make()?;
    let mut versions = vec![course.feedrate.version.clone()];
    versions.extend(course.python.named_versions());
    let lines = head(arguments, &course)?;
    course.bench.head(versions, &lines);
    let mut comparisons = Vec::new();
    for &case in &arguments.cases {
        let count = arguments.count(case);
        let number = [arguments.heats.heats, arguments.rounds.rounds];
        let runs = course.race(case, count, number)?;
        let comparison = Comparison::of(case, count, runs, arguments.margin.share())?;
        println!("{}", comparison.rows());
        comparisons.push(comparison);
    }
    let figures = Figures {
        data: course.data,
        margin_percent: arguments.margin.margin,
        cases: &comparisons,
    };
    let verdicts: Vec<_> = comparisons.iter().map(|it| it.verdict).collect();
    course.bench.end(&verdicts, &figures)
}

fn head(arguments: &Arguments, course: &Course) -> Result<String, String> {
    let megabytes = |who| Ok::<_, String>(course.bytes(who)? as f64 / 1e6);
    Ok(format!(
        "{} rows; MB of files: feedrate {:.0}, SQLite {:.0}, DuckDB {:.0}\n\
         rounds: {}, heats: {}, margin: {} %, folder: {}\n\n\
         s: from the opening of the table to the result. us: microseconds of a lookup. CPU: processor\n\
         seconds. storage: MB that came from there. All are medians of the rounds.\n",
        arguments.rows,
        megabytes(Who::Feedrate)?,
        megabytes(Who::Sqlite)?,
        megabytes(Who::Duckdb)?,
        arguments.rounds.rounds,
        arguments.heats.heats,
        arguments.margin.margin,
        arguments.place.folder.display(),
    ))
}

#[cfg(test)]
mod tests {
    use feedrate_bench::harness::arguments::parsed;

    use super::*;

    #[test]
    fn cold_cases_may_look_up_fewer_keys() {
        let of = |words: &[&str]| {
            let arguments: Arguments = parsed(words).unwrap();
            let counts = [1, 2].map(|case| arguments.count(&CASES[case]));
            (counts, arguments.data().lookups)
        };
        assert_eq!(of(&[]), ([1_000_000; 2], 1_000_000));
        let words = ["--lookups", "5000", "--cold-lookups", "9000"];
        assert_eq!(of(&words), ([5000, 9000], 9000));
    }
}
