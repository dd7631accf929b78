//! The arguments of `feedrate report`.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::Renderings;

/// Show the results of a study, or results of other commands beside each other
///
/// A STORE, or the JSON that `feedrate study --json` writes, gives the report of its study. Of other JSON (that of
/// run, also with --repeats, measure, profile of a command, check, and fio), or of several files, the figures are
/// shown beside each other: a column for each file, with what the page cache served.
///
/// Reports and tables may replace earlier ones of feedrate, and no other file.
#[derive(Debug, Args)]
pub struct ReportArguments {
    /// Stores of studies, and JSON of feedrate and fio
    #[arg(value_name = "STORE|JSON", required = true)]
    pub results: Vec<PathBuf>,

    #[command(flatten)]
    pub renderings: Renderings,

    /// Write CSV files into this folder, which is made if necessary: of a study each table of its report and the points
    /// of each plot, of other results their figures (- for standard output, with an empty line between two tables)
    #[arg(long, value_name = "FOLDER")]
    pub csv: Option<PathBuf>,

    /// Write the figures as metrics for monitoring (OpenMetrics), which the textfile collector of node_exporter reads
    /// from files that end with .prom
    #[arg(long, value_name = "FILE")]
    pub metrics: Option<PathBuf>,
}
