//! The arguments.

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use feedrate_bench::programs::FeedrateArgument;

use crate::case::{Case, Sizes};
use crate::method::Method;

/// Compare the times that `feedrate predict` expects with those of the programs, and with fio's of the derived jobs
///
/// Each program is profiled over small data, with one method, in one folder, and predicted over larger data, with the
/// other method, in another folder. Exits with 0 when nothing failed (something may be undecided), 1 when something did,
/// and 2 when nothing could be measured.
#[derive(Debug, Parser)]
#[command(name = "predict", max_term_width = 100)]
pub struct Arguments {
    /// Folder on the volume to measure; all files are made in a new folder in it, and removed
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// Folder, on another volume if there is one, in which programs are predicted; the same rules apply
    /// [default: a second folder in --folder]
    #[arg(long, value_name = "FOLDER")]
    pub other_folder: Option<PathBuf>,

    /// The cases to be run, in this order; `paper` is the published interleave beside its job of fio
    #[arg(long, value_name = "CASE", value_delimiter = ',',
          default_values = ["interleave", "interleave-large", "copy", "means", "sort", "sort-spilled", "sort-crossing",
                            "tabulate", "disk", "piped"])]
    pub cases: Vec<Case>,

    /// The methods with which programs are predicted; each is profiled with the other one
    #[arg(long, value_name = "METHOD", value_delimiter = ',', default_values = ["cached", "direct"])]
    pub methods: Vec<Method>,

    /// MB of a data set for which a program is predicted [default: 800, and for `paper` the published sizes]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(5..=1_000_000))]
    pub mb: Option<u64>,

    /// How many times as large as the profiled data the predicted ones are
    #[arg(long, value_name = "NUMBER", default_value_t = 5,
          value_parser = clap::value_parser!(u64).range(3..=1000))]
    pub factor: u64,

    /// How often a program is profiled; the run in the middle counts
    #[arg(long, value_name = "NUMBER", default_value_t = 3,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    pub profiles: u32,

    /// Pages of a direct transfer (BUFNO)
    #[arg(long, value_name = "PAGES", default_value_t = 16,
          value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub buffers: u32,

    /// How many pairs of each comparison, an even number; fewer than 6 decide nothing
    #[arg(long, value_name = "NUMBER", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,

    /// Leave out the controls, which predict what was profiled
    #[arg(long)]
    pub no_controls: bool,

    /// Minutes after which a run is ended, and with it the case
    #[arg(long, value_name = "MINUTES", default_value_t = 30,
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub patience: u64,

    #[command(flatten)]
    pub feedrate: FeedrateArgument,

    /// fio's program
    #[arg(long, value_name = "PROGRAM", default_value = "fio")]
    pub fio: PathBuf,

    /// Write all figures as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl Arguments {
    /// Returns the sizes of a case.
    pub fn sizes(&self, case: Case) -> Sizes {
        case.sizes(self.mb.unwrap_or(800), self.factor)
    }

    /// Returns how often a pair of pairs is measured.
    pub fn turns(&self) -> u32 {
        self.rounds.div_ceil(2)
    }

    /// Returns for how long a run may take.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(60 * self.patience)
    }
}
