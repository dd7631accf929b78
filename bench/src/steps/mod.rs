//! The steps of `feedrate run` beside DuckDB, Polars, DataFusion and the raw rate.

mod case;
mod cases;
mod check;
mod claims;
mod comparison;
mod competitor;
mod course;
mod data_set;
mod format;
mod heats;
mod job;
mod keyed;
mod measurement;
mod open;
mod peer;
mod programs;
mod raw_rate;
mod requirement;
mod rounds;
mod stage;
mod table;
mod task;
mod transfers;
mod values;
mod wide;

use clap::Args;
use feedrate_bench::harness::arguments::{FioArgument, Heats, Margin, Patience, Place, PythonArgument, Rounds};
use feedrate_bench::harness::bench::Bench;
use feedrate_bench::harness::cases::named;
use feedrate_bench::peers::feedrate::Feedrate;
use feedrate_bench::peers::fio::Fio;
use feedrate_bench::peers::python::Python;
use feedrate_bench::volume;
use feedrate_machine::MemoryGroup;
use serde::Serialize;

use case::{Case, Memory, Threads};
use cases::CASES;
use comparison::Comparison;
use competitor::Who;
use course::{Course, Race};
use raw_rate::Raw;
use stage::{Rows, Stage};
use values::Values;
use wide::VARIABLES;

/// Race steps with DuckDB, Polars, DataFusion and the raw rate
///
/// Writes, copies, describes, adds up and sorts a table of 127 numeric variables, cold and durable, joins and groups
/// a longer one, hot, counts claims and takes their medians, cold and hot, and reads and writes them as Parquet and CSV
/// files, hot. The folder needs room for up to ten
/// tables, which is looked for before anything is made. Of 10 rounds or a multiple everyone comes equally often in each
/// place and after each other. A run that does not finish within the patience is reported so.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,

    /// The cases to be run, in this order
    #[arg(long, value_name = "CASE", value_delimiter = ',',
          value_parser = named(CASES, |case| (case.name, case.description)),
          default_values = CASES.iter().map(|case| case.name))]
    cases: Vec<&'static Case>,

    #[command(flatten)]
    rows: Rows,

    /// Threads that each program is told to use in tabulate and tabulate-hot [default: each takes all processors
    /// that it may use]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(2..=1024))]
    threads: Option<u32>,

    /// MiB of memory that a process may have, what the page cache holds for it included, in all cases but sort, join,
    /// groups, median and tabulate-hot; limits want root [default: an eighth of the table for sort-spilled and
    /// median-spilled, and no limit for others]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    memory: Option<u64>,

    #[command(flatten)]
    rounds: Rounds<10>,

    #[command(flatten)]
    heats: Heats<2>,

    #[command(flatten)]
    margin: Margin,

    #[command(flatten)]
    patience: Patience<10>,

    #[command(flatten)]
    fio: FioArgument,

    #[command(flatten)]
    python: PythonArgument,
}

impl Arguments {
    fn race(&self, case: &'static Case) -> Race {
        Race {
            case,
            memory_bytes: self.memory_bytes(case),
            threads: match case.threads {
                Threads::Own => None,
                Threads::One => Some(1),
                Threads::AsAsked | Threads::AsAskedAndOne => self.threads,
            },
        }
    }

    /// Returns the bytes of memory that a process may have in a case, in whole MiB.
    fn memory_bytes(&self, case: &Case) -> Option<u64> {
        let eighth = || (self.rows.bytes(case.values) / 8) >> 20;
        let mebibytes = match case.memory {
            Memory::Free => None,
            Memory::AsAsked => self.memory,
            Memory::Little => Some(self.memory.unwrap_or_else(eighth)),
        };
        mebibytes.map(|mebibytes| mebibytes.max(1) << 20)
    }

    fn any(&self, wanted: impl Fn(&Case) -> bool) -> bool {
        self.cases.iter().any(|case| wanted(case))
    }
}

/// The figures, for other programs.
#[derive(Debug, Serialize)]
struct Figures<'a> {
    #[serde(flatten)]
    rows: Rows,
    variables: u64,
    margin_percent: u8,
    cases: &'a [Comparison],
}

/// Runs all cases. Returns true if none failed.
pub fn run(arguments: &Arguments) -> Result<bool, String> {
    let bench = Bench::begin("steps", &arguments.place)?.with_patience(arguments.patience.time());
    let mut course = prepare(arguments, bench)?;
    let mut versions = vec![course.feedrate.version.clone()];
    versions.extend(course.python.named_versions());
    versions.extend(course.raw.iter().map(|raw| raw.fio.version.clone()));
    course.bench.head(versions, &head(arguments));
    let mut comparisons = Vec::new();
    for &case in &arguments.cases {
        let race = arguments.race(case);
        let number = [arguments.heats.heats, arguments.rounds.rounds];
        let runs = rounds::measure(race, number, &course)?;
        let comparison = Comparison::of(race, runs, arguments.margin.share())?;
        println!("{}", table::rows(&comparison));
        comparisons.push(comparison);
    }
    let figures = Figures {
        rows: arguments.rows,
        variables: VARIABLES,
        margin_percent: arguments.margin.margin,
        cases: &comparisons,
    };
    let verdicts: Vec<_> = comparisons.iter().filter_map(|it| it.verdict).collect();
    course.bench.end(&verdicts, &figures)
}

/// Finds all programs, and makes the files for the raw rate.
fn prepare(arguments: &Arguments, bench: Bench) -> Result<Course, String> {
    let room = stage::room(&arguments.cases, arguments.rows);
    bench.need_room(room, "give fewer --rows or --cases")?;
    let mut limits = arguments.cases.iter();
    if let Some(bytes) = limits.find_map(|case| arguments.memory_bytes(case)) {
        // A limit that cannot be had is to be known now, and not after an hour.
        MemoryGroup::new(bytes).map_err(|error| {
            format!("{error}; or leave out --memory, and sort-spilled and median-spilled of the --cases")
        })?;
    }
    let features: &[&str] = match arguments.any(|case| case.needs_sql) {
        true => &["sql"],
        false => &[],
    };
    let feedrate = Feedrate::find(&arguments.place, features)?;
    let field = arguments.cases.iter().flat_map(|case| case.field);
    let peers = field.copied().filter(|who| who.is_through_python());
    let mut peers: Vec<_> = peers.map(Who::name).collect();
    peers.sort_unstable();
    peers.dedup();
    volume::write(&bench.beside("open_queries.py"), include_str!("open/open_queries.py"))?;
    let script = include_str!("peers.py");
    let python = Python::find(&arguments.python, script, &peers, &bench)?;
    let raw = match arguments.any(|case| case.raw.is_some()) {
        true => {
            let fio = Fio::find(&arguments.fio.fio)?;
            Some(Raw::make(fio, &arguments.cases, arguments.rows, &feedrate, &bench)?)
        }
        false => None,
    };
    Ok(Course {
        stage: Stage::new(bench.folder()),
        rows: arguments.rows,
        feedrate,
        python,
        raw,
        bench,
    })
}

fn head(arguments: &Arguments) -> String {
    let rows = arguments.rows;
    let megabytes = |values: Values| rows.bytes(values) as f64 / 1e6;
    let mut tables = String::new();
    if arguments.any(|case| case.values.is_wide()) {
        let (number, size) = (rows.rows, megabytes(Values::Counting));
        tables += &format!("{number} rows of {VARIABLES} doubles, {size:.0} MB\n");
    }
    if arguments.any(|case| case.values == Values::Keyed) {
        let (number, size) = (rows.long_rows, megabytes(Values::Keyed));
        let small = keyed::SMALL_ROWS;
        tables += &format!("{number} rows of 5 doubles and a text and {small} of 3 doubles, {size:.0} MB\n");
    }
    if arguments.any(|case| case.values == Values::Claims) {
        let (number, size) = (rows.claims, megabytes(Values::Claims));
        tables += &format!("{number} claims of 6 doubles and 7 texts, {size:.0} MB\n");
    }
    format!(
        "{tables}rounds: {}, heats: {}, margin {} %\n\
         room: up to {:.1} GB are used at once in {}\n\n\
         MB/s: of the table's values, until all has reached the device; the\n\
         start of each program is left out. s/GB: processor time. cache: the most of\n\
         the source that the page cache served in any round. peak: the most MiB of\n\
         memory that the process had resident, mapped files included. MB: the file\n\
         written.\n",
        arguments.rounds.rounds,
        arguments.heats.heats,
        arguments.margin.margin,
        stage::room(&arguments.cases, rows) as f64 / 1e9,
        arguments.place.folder.display(),
    )
}

#[cfg(test)]
mod tests {
    use feedrate_bench::harness::arguments::parsed;

    use super::*;

    fn arguments(words: &[&str]) -> Arguments {
        parsed(words).unwrap()
    }

    #[test]
    fn only_what_is_to_spill_is_limited_unless_asked_for() {
        let limits = |words: &[&str]| {
            let arguments = arguments(words);
            let limit = |case: &&Case| arguments.memory_bytes(case).map(|bytes| bytes >> 20);
            arguments.cases.iter().map(limit).collect::<Vec<_>>()
        };
        let mut limited = [None; 26];
        limited[5] = Some(121);
        limited[12] = Some(152);
        assert_eq!(limits(&[]), limited);
        let words = ["--memory", "96", "--cases", "sort-spilled,means,sort"];
        assert_eq!(limits(&words), [Some(96), Some(96), None]);
    }

    #[test]
    fn threads_are_told_where_they_are_what_is_compared() {
        let told = |words: &[&str]| {
            let arguments = arguments(words);
            let cases = arguments.cases.iter();
            cases
                .filter_map(|&case| Some((case.name, arguments.race(case).threads?)))
                .collect::<Vec<_>>()
        };
        assert_eq!(told(&[]), [("tabulate-1", 1)]);
        assert_eq!(
            told(&["--threads", "4"]),
            [("tabulate", 4), ("tabulate-1", 1), ("tabulate-hot", 4)]
        );
    }
}
