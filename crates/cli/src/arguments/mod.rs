//! The arguments of all commands: the single definition of parsing, help, man pages and shell completions.

pub mod check;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod compare;
pub mod derive;
pub mod history;
pub mod hosts;
pub mod job;
pub mod measure;
pub mod predict;
pub mod profile;
pub mod renderings;
pub mod report;
pub mod run;
mod seconds;
pub mod study;
pub mod translate;
pub mod tune;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

pub use check::CheckArguments;
#[cfg(feature = "cluster")]
pub use cluster::ClusterArguments;
pub use compare::CompareArguments;
pub use derive::DeriveArguments;
pub use history::HistoryArguments;
pub use hosts::HostArguments;
pub use job::JobArguments;
pub use measure::MeasureArguments;
pub use predict::PredictArguments;
pub use profile::ProfileArguments;
pub use report::ReportArguments;
pub use run::{ProgramFiles, ProgramSettings, RunArguments};
pub use study::StudyArguments;
pub use translate::TranslateArguments;
pub use tune::TuneArguments;

/// Tells whether storage feeds the cores of an analytics server, and what would make it faster.
#[derive(Debug, Parser)]
#[command(
    name = "feedrate",
    version,
    max_term_width = 100,
    propagate_version = true
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    Check(Box<CheckArguments>),
    Measure(Box<MeasureArguments>),
    Run(Box<RunArguments>),
    Profile(Box<ProfileArguments>),
    Derive(Box<DeriveArguments>),
    Predict(Box<PredictArguments>),
    Study(Box<StudyArguments>),
    Tune(Box<TuneArguments>),
    Report(Box<ReportArguments>),
    Compare(Box<CompareArguments>),
    History(Box<HistoryArguments>),
    /// Run fio's job files and command line: --help lists what is understood, --lint finds traps
    #[command(disable_help_flag = true, disable_version_flag = true)]
    Fio {
        /// Job files, and fio's options
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
        arguments: Vec<OsString>,
    },
    /// Run sqlio's own command line; bare, its help
    #[command(disable_help_flag = true, disable_version_flag = true)]
    Sqlio {
        /// sqlio's arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
        arguments: Vec<OsString>,
    },
    /// Run DiskSpd's own command line; bare, its help
    #[command(disable_help_flag = true, disable_version_flag = true)]
    Diskspd {
        /// DiskSpd's arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
        arguments: Vec<OsString>,
    },
    /// Run SASIOTEST's own command line: FILE first, then its options; bare, its help
    #[command(disable_help_flag = true, disable_version_flag = true)]
    Sasiotest {
        /// SASIOTEST's arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, num_args = 0..)]
        arguments: Vec<OsString>,
    },
    Translate(TranslateArguments),
    #[cfg(feature = "cluster")]
    Cluster(ClusterArguments),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the man pages into a folder
    Man {
        /// The folder
        folder: PathBuf,
    },
}
