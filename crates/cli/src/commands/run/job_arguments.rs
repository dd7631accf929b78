//! The arguments of a line in a list of jobs, which `feedrate run --jobs` reads: some of those of `feedrate run`.

use clap::Parser;

use crate::arguments::{ProgramFiles, ProgramSettings};

/// A program in a list of jobs.
#[derive(Debug, Parser)]
#[command(
    name = "job",
    no_binary_name = true,
    disable_help_flag = true,
    disable_version_flag = true,
    override_usage = "PROGRAM [*N] [OPTION]..."
)]
pub struct JobArguments {
    /// The program, or a pattern of file names
    #[arg(value_name = "PROGRAM")]
    pub program: String,

    /// The number of its runs, as `*2`
    #[arg(value_name = "*N")]
    pub times: Option<String>,

    /// Its name in the table, and that of its log and listing
    #[arg(long)]
    pub name: Option<String>,

    #[command(flatten)]
    pub files: ProgramFiles,

    #[command(flatten)]
    pub settings: ProgramSettings,
}
