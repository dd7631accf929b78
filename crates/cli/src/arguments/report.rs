//! The arguments of `feedrate report`.

use std::path::PathBuf;

use clap::Args;

/// Show the results of a study, or of other commands beside each other
///
/// A STORE, or the JSON that `feedrate study --json` writes, gives the report of its study. Of other commands' JSON
/// (run, measure, profile of a command, and fio's), the figures are shown beside each other, a column for each file.
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// Stores of studies, and JSON of other commands
    #[arg(value_name = "STORE|JSON", required = true)]
    pub results: Vec<PathBuf>,

    /// Write the report as one HTML file, which needs nothing else to be read
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Write the analysis and all runs as JSON (- for standard output, and then nothing else goes there)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}
