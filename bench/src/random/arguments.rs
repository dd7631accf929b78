//! The arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use feedrate_bench::programs::{FeedrateArgument, PythonArgument};

use crate::case::Case;
use crate::data::{Data, MOST_ROWS};

/// Race random access of feedrate with SQLite and DuckDB, in alternating rounds
///
/// Makes an index, looks up keys by it and reads rows by their numbers, hot and cold. Exits with 0 when nothing
/// failed (something may be undecided), 1 when something did, and 2 when nothing could be measured.
#[derive(Debug, Parser)]
#[command(name = "random", max_term_width = 100)]
pub struct Arguments {
    /// Folder on the volume to measure; all files are made in a new folder in it, and removed. It needs
    /// room for about six tables, and says so before anything is made
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// The cases to be run, in this order
    #[arg(long, value_name = "CASE", value_delimiter = ',',
          default_values = ["index", "lookup-hot", "lookup-cold", "point-hot", "point-cold"])]
    pub cases: Vec<Case>,

    /// Rows of the table; each has 96 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(1000..=MOST_ROWS))]
    pub rows: u64,

    /// Keys that are looked up, and rows that are read, of a table that the page cache holds
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1000..=100_000_000))]
    pub lookups: u64,

    /// The same of a table that it does not hold [default: as many as --lookups]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(100..=100_000_000))]
    pub cold_lookups: Option<u64>,

    /// How many rounds of each case; fewer than 6 decide nothing
    #[arg(long, value_name = "NUMBER", default_value_t = 6,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,

    /// How many runs each way of each competitor has before the rounds, of which the fastest decides
    /// which way it races in
    #[arg(long, value_name = "NUMBER", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    pub heats: u32,

    /// Minutes after which a run is ended, and with it the race
    #[arg(long, value_name = "MINUTES", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub patience: u64,

    /// How far from the requirement the truth may lie, as the interval tells, for a verdict, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5,
          value_parser = clap::value_parser!(u8).range(0..=99))]
    pub margin: u8,

    #[command(flatten)]
    pub feedrate: FeedrateArgument,

    #[command(flatten)]
    pub python: PythonArgument,

    /// Write all figures as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl Arguments {
    /// Keys that a case looks up, or rows that it reads.
    pub fn count(&self, case: Case) -> u64 {
        match case.is_cold() {
            true => self.cold_lookups.unwrap_or(self.lookups),
            false => self.lookups,
        }
    }

    /// The table and the keys.
    pub fn data(&self) -> Data {
        let cold = self.cold_lookups.unwrap_or_default();
        Data::new(self.rows, self.lookups.max(cold))
    }

    /// For how long a run may take.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(60 * self.patience)
    }

    /// Bytes of files that may be needed at once: three tables with indexes, and what a sort has of pairs.
    pub fn room(&self) -> u64 {
        self.rows * 600 + self.data().lookups * 60
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cold_cases_may_look_up_fewer_keys() {
        let of = |words: &[&str]| {
            let arguments = Arguments::try_parse_from([&["random"], words].concat()).unwrap();
            let counts = [Case::LookupHot, Case::LookupCold].map(|case| arguments.count(case));
            (counts, arguments.data().lookups)
        };
        assert_eq!(of(&[]), ([1_000_000; 2], 1_000_000));
        let words = ["--lookups", "5000", "--cold-lookups", "9000"];
        assert_eq!(of(&words), ([5000, 9000], 9000));
    }
}
