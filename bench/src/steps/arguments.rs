//! The arguments.

use std::env;
use std::path::PathBuf;

use clap::Parser;

/// Race the steps of feedrate with DuckDB, Polars and the raw rate, in alternating rounds
///
/// Writes and copies a table of 127 numeric variables, cold and durable. Exits with 0 when nothing failed
/// (something may be undecided), 1 when something did, and 2 when nothing could be measured.
#[derive(Debug, Parser)]
#[command(name = "steps", max_term_width = 100)]
pub struct Arguments {
    /// Folder on the volume to measure; all files are made in a new folder in it, and removed. It needs
    /// room for the table eleven times
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// Rows of the table; each has 1,016 bytes
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000,
          value_parser = clap::value_parser!(u64).range(1000..=1_000_000_000))]
    pub rows: u64,

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

    /// How far from the requirement the truth may lie, as the interval tells, for a verdict, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5,
          value_parser = clap::value_parser!(u8).range(0..=99))]
    pub margin: u8,

    /// feedrate's program [default: the release build beside this one, made if need be]
    #[arg(long, value_name = "PROGRAM")]
    pub feedrate: Option<PathBuf>,

    /// fio's program
    #[arg(long, value_name = "PROGRAM", default_value = "fio")]
    pub fio: PathBuf,

    /// The Python that has DuckDB and Polars [default: $FEEDRATE_PEERS_PYTHON, or python3]
    #[arg(long, value_name = "PROGRAM")]
    pub python: Option<PathBuf>,

    /// Write all figures as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl Arguments {
    /// The Python that the arguments name, or else the environment.
    pub fn python(&self) -> PathBuf {
        let named = || env::var_os("FEEDRATE_PEERS_PYTHON").map(PathBuf::from);
        self.python
            .clone()
            .or_else(named)
            .unwrap_or_else(|| "python3".into())
    }
}
