//! The files in which a command writes its report.

use std::path::PathBuf;

use clap::Args;

/// The files of a report, each of which a new one replaces.
#[derive(Clone, Debug, Default, Args)]
pub struct Renderings {
    /// Write the report as one HTML file, which needs nothing else to be read
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Write the report as Markdown (GFM), for issues and wikis
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,

    /// Write the figures as JSON (- for standard output, and then nothing else goes there)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}
