//! The arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use feedrate_bench::programs::FeedrateArgument;

use crate::way::Through;

/// Race the job of claims through pipes with the same through disk, and pipes with socat, in alternating pairs
///
/// A DATA step computes on claims and PROC TABULATE counts them, cold, with memory limited so that the data set
/// between them does not fit; then the same bytes are sent through pipes and through socat. Exits with 0 when
/// nothing failed (something may be undecided), 1 when something did, and 2 when nothing could be measured.
#[derive(Debug, Parser)]
#[command(name = "pipes", max_term_width = 100)]
pub struct Arguments {
    /// Folder on the volume to measure; all files are made in a new folder in it, and removed. It needs
    /// room for four times the claims, and says so before anything is made
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// The cases to be run, in this order
    #[arg(long, value_name = "CASE", value_delimiter = ',', default_values = ["claims", "bytes"])]
    pub cases: Vec<Case>,

    /// Claims; each has 128 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000_000,
          value_parser = clap::value_parser!(u64).range(10_000..=1_000_000_000))]
    pub claims: u64,

    /// CPUCOUNT of the session that tabulates, one comparison for each
    #[arg(long, value_name = "NUMBER", value_delimiter = ',', default_values = ["1", "2"],
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub cpus: Vec<u32>,

    /// The pipes that are held against disk
    #[arg(long, value_name = "WAY", value_delimiter = ',', default_values = ["pipe", "tcp"])]
    pub through: Vec<Through>,

    /// MiB of memory that all processes of a job may have together, what the page cache holds for them included;
    /// 0 for no limit; a limit wants root [default: an eighth of the claims, and at least 128]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(0..=1_048_576))]
    pub memory: Option<u64>,

    /// MB that are sent through pipes and through socat
    #[arg(long, value_name = "MB", default_value_t = 2000,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub bytes: u64,

    /// How many pairs of each comparison; fewer than 6 decide nothing
    #[arg(long, value_name = "NUMBER", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub pairs: u32,

    /// How many runs each way has before the pairs, whose median decides which way races
    #[arg(long, value_name = "NUMBER", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    pub heats: u32,

    /// Minutes after which a run is ended, and with it the race
    #[arg(long, value_name = "MINUTES", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub patience: u64,

    /// The time through a pipe must be below this share of that through disk, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 57.5)]
    pub below: f64,

    /// How far below socat's rate the truth may lie, as the interval tells, for a verdict, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5,
          value_parser = clap::value_parser!(u8).range(0..=99))]
    pub margin: u8,

    #[command(flatten)]
    pub feedrate: FeedrateArgument,

    /// socat's program
    #[arg(long, value_name = "PROGRAM", default_value = "socat")]
    pub socat: PathBuf,

    /// Write all figures as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// A case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Case {
    /// The job of claims, through disk and through pipes.
    Claims,
    /// The same bytes through pipes and through socat.
    Bytes,
}

impl Arguments {
    /// Bytes of memory that the processes of a job of claims may have.
    pub fn memory_bytes(&self) -> Option<u64> {
        let eighth = || ((self.claims * 128 / 8) >> 20).max(128);
        match self.memory.unwrap_or_else(eighth) {
            0 => None,
            mebibytes => Some(mebibytes << 20),
        }
    }

    /// For how long a run may take.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(60 * self.patience)
    }

    /// Bytes of files that may be needed at once.
    pub fn room(&self) -> u64 {
        let needed = |case| match case {
            // The claims, what lies between the steps and is a quarter longer, and a file for raw transfers.
            Case::Claims => 4 * 128 * self.claims,
            Case::Bytes => self.bytes * 1_100_000,
        };
        let cases = self.cases.iter();
        cases.map(|&case| needed(case)).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(words: &[&str]) -> Arguments {
        Arguments::try_parse_from([&["pipes"], words].concat()).unwrap()
    }

    #[test]
    fn memory_is_an_eighth_of_the_claims_unless_it_is_told() {
        let mebibytes = |words: &[&str]| arguments(words).memory_bytes().map(|bytes| bytes >> 20);
        assert_eq!(mebibytes(&[]), Some(152));
        assert_eq!(mebibytes(&["--claims", "10000"]), Some(128));
        assert_eq!(mebibytes(&["--memory", "64"]), Some(64));
        assert_eq!(mebibytes(&["--memory", "0"]), None);
    }

    #[test]
    fn room_is_that_of_the_largest_case() {
        assert_eq!(arguments(&["--claims", "10000000"]).room(), 5_120_000_000);
        let bytes = arguments(&["--cases", "bytes", "--bytes", "100"]);
        assert_eq!(bytes.room(), 110_000_000);
    }
}
