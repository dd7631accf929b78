//! The arguments.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use feedrate_bench::programs::FeedrateArgument;
use serde::Serialize;

/// Run the 22 queries of TPC-H in one process and on executors of this machine, in alternating rounds
///
/// Each run must give the rows of the first. Exits with 0 when all did, 1 when one did not, and 2 when nothing could be
/// measured. The queries are those of TPC-H in PROC SQL; the figures are no results of TPC-H, and cannot be compared
/// with such.
#[derive(Debug, Parser)]
#[command(name = "cluster", max_term_width = 100)]
pub struct Arguments {
    /// Folder on the volume to measure; all files are made in a new folder in it, and removed
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// The scale of the tables: 1 is 6 million rows of LINEITEM
    #[arg(long, value_name = "NUMBER", default_value_t = 1.0)]
    pub scale: f64,

    /// A folder that has the tables at this scale as Parquet files; they are made with --generator by default
    #[arg(long, value_name = "FOLDER")]
    pub tables: Option<PathBuf>,

    /// The program that makes them
    #[arg(long, value_name = "PROGRAM", default_value = "tpchgen-cli")]
    pub generator: PathBuf,

    /// The files that are queried
    #[arg(long, value_name = "FORMAT", value_delimiter = ',',
          default_values = ["sas7bdat", "parquet"])]
    pub formats: Vec<Format>,

    /// Numbers of executors, one cluster for each
    #[arg(long, value_name = "NUMBER", value_delimiter = ',', default_values = ["1", "2", "3"],
          value_parser = clap::value_parser!(u32).range(1..=64))]
    pub executors: Vec<u32>,

    /// How many times each way runs all queries
    #[arg(long, value_name = "NUMBER", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,

    /// Minutes after which a run is ended, and with it the measurement
    #[arg(long, value_name = "MINUTES", default_value_t = 30,
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub patience: u64,

    #[command(flatten)]
    pub feedrate: FeedrateArgument,

    /// Write all figures as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

/// The files that are queried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// `.sas7bdat` files.
    Sas7bdat,
    /// Parquet files.
    Parquet,
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Sas7bdat => "sas7bdat",
            Self::Parquet => "parquet",
        })
    }
}

impl Arguments {
    /// For how long a run may take.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(60 * self.patience)
    }

    /// Bytes of files that may be needed at once: the tables in both formats, and rows between stages.
    pub fn room(&self) -> u64 {
        (4e9 * self.scale) as u64
    }
}
