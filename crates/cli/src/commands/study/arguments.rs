//! The arguments of `feedrate study`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use feedrate_study::definition::duration;

/// Carry out a study: run a program, a job or a command with different settings, and say which to choose
///
/// FILE describes the study: what is run, the factors with their levels, what is measured, and how often
/// (docs/study.md). The plan is shown first. Each run is a process of its own, and is in the store as soon as it has
/// finished. A study that was interrupted goes on where it stopped when it is called again. At its end it prints the
/// report, which `feedrate report` makes at any time.
///
/// Exit code 0: all runs are done; 1: some failed, or the time budget ended it; 2: it cannot be carried out;
/// 128 + signal: interrupted.
#[derive(Debug, Args)]
pub struct StudyArguments {
    /// The file of the study
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The file of the results [default: the name of FILE with .feedrate, or with --published .published.feedrate, in
    /// the current folder]
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,

    /// The folder on the volume under test: the data of the runs is in a folder within it, which is removed at the end
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,

    /// Show the plan, and run nothing
    #[arg(long)]
    pub plan: bool,

    /// Run the study at the size at which its experiment was published, by the file's table published_size
    #[arg(long)]
    pub published: bool,

    /// Give a parameter of the study a value: NAME=VALUE
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = pair)]
    pub parameters: Vec<(String, String)>,

    /// Give a factor other levels than the file: FACTOR=LEVEL,LEVEL...
    #[arg(long, value_name = "FACTOR=LEVELS", value_parser = list)]
    pub levels: Vec<(String, Vec<String>)>,

    /// Run only the cells with these levels of a factor: FACTOR=LEVEL,LEVEL...
    #[arg(long, value_name = "FACTOR=LEVELS", value_parser = list)]
    pub only: Vec<(String, Vec<String>)>,

    /// Run each cell this often, instead of as often as the file says
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub repeats: Option<u32>,

    /// Run each cell so many times more than it has been
    #[arg(long, value_name = "NUMBER", conflicts_with = "repeats",
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub add_repeats: Option<u32>,

    /// Begin no run that would end later than this, such as 90s, 30min or 8h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_budget: Option<Duration>,

    /// Write the analysis and all runs as JSON to a file (- for standard output, and then nothing else goes there)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write the report as one HTML file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// Parses `NAME=VALUE`.
fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.to_owned())),
        _ => Err("write NAME=VALUE".to_owned()),
    }
}

/// Parses `NAME=VALUE,VALUE`.
fn list(text: &str) -> Result<(String, Vec<String>), String> {
    let (name, values) = pair(text).map_err(|_| "write FACTOR=LEVEL,LEVEL".to_owned())?;
    let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
    match values.iter().any(String::is_empty) {
        true => Err("a level is empty; write FACTOR=LEVEL,LEVEL".to_owned()),
        false => Ok((name, values)),
    }
}
