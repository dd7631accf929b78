//! What a command line asks for.

use std::path::PathBuf;
use std::time::Duration;

use crate::text::Section;

/// What is to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// `--help`
    Help,
    /// `--version`
    Version,
    /// `--cmdhelp=NAME`, or all options.
    CommandHelp(Option<String>),
    /// `--enghelp`: which engines there are.
    EngineHelp,
    /// Jobs.
    Run(Box<Run>),
}

/// Jobs, and what is done with them.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Job files in their order; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// Jobs of the command line, and its options that hold for all.
    pub sections: Vec<Section>,
    /// What is done.
    pub action: Action,
    /// `--section`: only these.
    pub only: Vec<String>,
    /// `--strict-fio`: traps are read as fio reads them.
    pub strict: bool,
    /// `--readonly`: jobs that write are errors.
    pub readonly: bool,
    /// `--overwrite-foreign`: files that feedrate did not make may be written.
    pub overwrite_foreign: bool,
    /// `--max-size`: the most bytes of a job, whatever it says.
    pub max_size: Option<u64>,
    /// `--max-jobs`: the most jobs, clones included.
    pub max_jobs: u32,
    /// `--warnings-fatal`: traps and warnings are errors.
    pub warnings_fatal: bool,
    /// `--require`: 10^6 bytes a second for each core.
    pub require: Option<f64>,
    /// `--output`: a file in the place of standard output.
    pub output: Option<PathBuf>,
    /// `--output-format`, `--minimal`: each once.
    pub formats: Vec<Format>,
    /// `--append-terse`: terse lines behind normal output.
    pub append_terse: bool,
    /// `--status-interval`: results are printed again and again.
    pub status_interval: Option<Duration>,
    /// `--eta`: whether there is a live status line.
    pub eta: Eta,
    /// `--eta-newline`: it begins a new line after so long.
    pub eta_newline: Option<Duration>,
    /// `--eta-interval`: it is renewed after so long.
    pub eta_interval: Option<Duration>,
    /// `--quiet`: what would be said on standard error stands in the results.
    pub quiet: bool,
    /// Options of the program that do nothing here, as given.
    pub ignored: Vec<String>,
}

/// What is done with jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Action {
    /// They run.
    #[default]
    Run,
    /// `--parse-only`: nothing more than that.
    ParseOnly,
    /// `--showcmd`: they are printed as a command line.
    ShowCommand,
    /// `--lint`: their traps are listed.
    Lint,
    /// `--explain`: they are told in plain words.
    Explain,
}

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// For people.
    Normal,
    /// A line for each job.
    Terse,
    /// JSON.
    Json,
    /// JSON with histograms.
    JsonPlus,
}

/// Whether there is a live status line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eta {
    /// If standard output is a terminal.
    #[default]
    Auto,
    /// Yes.
    Always,
    /// No.
    Never,
}
