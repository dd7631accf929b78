//! The request of a command line.

use std::path::PathBuf;
use std::time::Duration;

use crate::text::Section;

/// The request.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// `--help`
    Help,
    /// `--version`
    Version,
    /// `--cmdhelp=NAME`, or all options.
    CommandHelp(Option<String>),
    /// `--enghelp`: the list of engines.
    EngineHelp,
    /// `--inflate-log`: a compressed log as text.
    InflateLog(PathBuf),
    /// Jobs.
    Run(Box<Run>),
}

/// Jobs, and the action on them.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The job files, in order; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// The jobs of the command line, and its options that apply to all.
    pub sections: Vec<Section>,
    /// The action.
    pub action: Action,
    /// `--section`: only these sections.
    pub only: Vec<String>,
    /// `--strict-fio`: values are parsed exactly as fio does.
    pub strict: bool,
    /// `--readonly`: jobs that write are errors.
    pub readonly: bool,
    /// `--overwrite-foreign`: files that feedrate did not make may be written.
    pub overwrite_foreign: bool,
    /// `--max-size`: the most bytes of a job, whatever its options.
    pub max_size: Option<u64>,
    /// `--max-jobs`: the most jobs, clones included.
    pub max_jobs: u32,
    /// `--aux-path`: the folder of verify states; empty for the working folder.
    pub aux_path: PathBuf,
    /// `--client-name`: the name of this host among those that run the same, for generated names of files.
    pub client_name: Option<String>,
    /// `--warnings-fatal`: traps and warnings are errors.
    pub warnings_fatal: bool,
    /// `--require`: 10^6 bytes a second for each core.
    pub require: Option<f64>,
    /// `--output`: a file instead of standard output.
    pub output: Option<PathBuf>,
    /// `--output-format`, `--minimal`: each once.
    pub formats: Vec<Format>,
    /// `--append-terse`: terse lines after normal output.
    pub append_terse: bool,
    /// `--status-interval`: results are printed repeatedly.
    pub status_interval: Option<Duration>,
    /// `--interval`: the interval of lines of what was moved.
    pub interval: Option<Duration>,
    /// `--bandwidth-log`: whether the bandwidth of all jobs together is logged.
    pub bandwidth_log: bool,
    /// `--eta`: whether there is a live status line.
    pub eta: Eta,
    /// `--eta-newline`: the interval after which it begins a new line.
    pub eta_newline: Option<Duration>,
    /// `--eta-interval`: the interval of its updates.
    pub eta_interval: Option<Duration>,
    /// `--quiet`: the results contain what would be printed to standard error.
    pub quiet: bool,
    /// Options of the program that have no effect here, as given.
    pub ignored: Vec<String>,
}

/// The action on jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Action {
    /// Run them.
    #[default]
    Run,
    /// `--parse-only`: nothing else.
    ParseOnly,
    /// `--showcmd`: print them as a command line.
    ShowCommand,
    /// `--lint`: list their traps.
    Lint,
    /// `--explain`: describe them.
    Explain,
}

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Text for people.
    Normal,
    /// A line for each job.
    Terse,
    /// JSON.
    Json,
    /// JSON with histograms.
    JsonPlus,
}

/// The condition for a live status line.
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
