//! The arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use feedrate_bench::programs::{FeedrateArgument, PythonArgument};

use crate::case::Case;
use crate::stage::TableBytes;
use crate::values::Values;

/// Race the steps of feedrate with DuckDB, Polars, DataFusion and the raw rate, in alternating rounds
///
/// Writes, copies, describes, adds up and sorts a table of 127 numeric variables, cold and durable, joins and
/// groups a longer one, hot, and counts claims, cold and hot. Exits with 0 when
/// nothing failed (something may be undecided), 1 when something did, and 2 when nothing could be measured.
#[derive(Debug, Parser)]
#[command(name = "steps", max_term_width = 100)]
pub struct Arguments {
    /// Folder on the volume to measure; all files are made in a new folder in it, and removed. It needs
    /// room for up to ten tables, and says so before anything is made
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// The cases to be run, in this order
    #[arg(long, value_name = "CASE", value_delimiter = ',',
          default_values = ["write", "copy", "means", "sums", "sort", "sort-spilled", "join", "group",
          "group-text", "tabulate", "tabulate-1", "tabulate-hot"])]
    pub cases: Vec<Case>,

    /// Rows of the table; each has 1,016 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1000..=1_000_000_000))]
    pub rows: u64,

    /// Rows of the table of join, group and group-text; each has 56 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(1000..=100_000_000))]
    pub long_rows: u64,

    /// Rows of the table of tabulate, tabulate-1 and tabulate-hot; each has 128 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(10_000..=1_000_000_000))]
    pub claims: u64,

    /// Threads that each program is told to use in tabulate and tabulate-hot [default: each takes all processors
    /// that it may use]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(2..=1024))]
    pub threads: Option<u32>,

    /// MiB of memory that a process may have, what the page cache holds for it included, in all cases but
    /// sort, join, groups and tabulate-hot; limits want root [default: an eighth of the table for sort-spilled, and no limit for others]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(16..=1_048_576))]
    pub memory: Option<u64>,

    /// How many rounds of each case; fewer than 6 decide nothing, and of 10 or a multiple everyone comes
    /// equally often in each place and after each other
    #[arg(long, value_name = "NUMBER", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,

    /// How many runs each way of each competitor has before the rounds, of which the fastest decides
    /// which way it races in
    #[arg(long, value_name = "NUMBER", default_value_t = 2,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    pub heats: u32,

    /// Minutes after which a run is ended, and did not finish
    #[arg(long, value_name = "MINUTES", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub patience: u64,

    /// How far from the requirement the truth may lie, as the interval tells, for a verdict, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5,
          value_parser = clap::value_parser!(u8).range(0..=99))]
    pub margin: u8,

    #[command(flatten)]
    pub feedrate: FeedrateArgument,

    /// fio's program
    #[arg(long, value_name = "PROGRAM", default_value = "fio")]
    pub fio: PathBuf,

    #[command(flatten)]
    pub python: PythonArgument,

    /// Write all figures as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl Arguments {
    /// Rows of the table of a case.
    pub fn rows_of(&self, values: Values) -> u64 {
        match values {
            Values::Counting | Values::Shuffled => self.rows,
            Values::Keyed => self.long_rows,
            Values::Claims => self.claims,
        }
    }

    /// Bytes of the values of a table, and of one that belongs to it.
    pub fn bytes_of(&self, values: Values) -> u64 {
        self.rows_of(values) * values.row_bytes() + values.more_bytes()
    }

    /// Bytes of the values of all tables.
    pub fn table_bytes(&self) -> TableBytes {
        TableBytes {
            wide: self.bytes_of(Values::Counting),
            keyed: self.bytes_of(Values::Keyed),
            claims: self.bytes_of(Values::Claims),
        }
    }

    /// How many threads programs are told to use in a case; absent where they choose themselves.
    pub fn threads(&self, case: Case) -> Option<u32> {
        match case {
            Case::TabulateOne => Some(1),
            Case::Tabulate | Case::TabulateHot => self.threads,
            _ => None,
        }
    }

    /// Bytes of memory that a process may have in a case, in whole MiB.
    pub fn memory_bytes(&self, case: Case) -> Option<u64> {
        let eighth = || (self.bytes_of(Values::Shuffled) / 8) >> 20;
        let mebibytes = match case {
            Case::Sort | Case::Join | Case::Group | Case::GroupText | Case::TabulateHot => None,
            Case::SortSpilled => Some(self.memory.unwrap_or_else(eighth)),
            Case::Write
            | Case::Copy
            | Case::Means
            | Case::Sums
            | Case::Tabulate
            | Case::TabulateOne => self.memory,
        };
        mebibytes.map(|mebibytes| mebibytes.max(1) << 20)
    }

    /// For how long a run may take.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(60 * self.patience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_spilled_sort_is_limited_unless_asked_for() {
        let limits = |words: &[&str]| {
            let arguments = Arguments::try_parse_from(words).unwrap();
            arguments
                .cases
                .iter()
                .map(|&case| arguments.memory_bytes(case).map(|bytes| bytes >> 20))
                .collect::<Vec<_>>()
        };
        let mut limited = [None; 12];
        limited[5] = Some(121);
        assert_eq!(limits(&["steps"]), limited);
        assert_eq!(
            limits(&[
                "steps",
                "--memory",
                "96",
                "--cases",
                "sort-spilled,means,sort"
            ]),
            [Some(96), Some(96), None]
        );
    }

    #[test]
    fn threads_are_told_where_they_are_what_is_compared() {
        let told = |words: &[&str]| {
            let arguments = Arguments::try_parse_from(words).unwrap();
            let cases = arguments.cases.iter();
            cases
                .filter_map(|&case| Some((case.name(), arguments.threads(case)?)))
                .collect::<Vec<_>>()
        };
        assert_eq!(told(&["steps"]), [("tabulate-1", 1)]);
        assert_eq!(
            told(&["steps", "--threads", "4"]),
            [("tabulate", 4), ("tabulate-1", 1), ("tabulate-hot", 4)]
        );
    }
}
