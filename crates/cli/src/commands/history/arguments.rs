//! The arguments of `feedrate history`.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::{Renderings, percent};

/// Show the results of a folder over time, and tell whether the last ones are slower
///
/// All stores of studies and JSON results in DIR are taken, in the order in which they were run. Folders within it are
/// not entered; files that are no results are left out. For the main figure of each cell there is a row with the
/// last value and its ratio to those before, and in the HTML page a line over time.
///
/// The last value is slower if it is so by the rule of `feedrate compare` against the runs of all results before, and
/// worse than each of these results.
///
/// Exit code 0: no last value is known to be slower; 1: one is; 2: there is nothing to show; 128 + signal:
/// interrupted.
#[derive(Debug, Args)]
pub struct HistoryArguments {
    /// The folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,

    /// A difference up to this is of no account, in percent
    #[arg(long, value_name = "PERCENT", default_value = "3", value_parser = percent::parse)]
    pub tolerance: f64,

    #[command(flatten)]
    pub renderings: Renderings,
}
