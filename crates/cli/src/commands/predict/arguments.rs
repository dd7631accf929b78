//! The arguments of `feedrate predict`.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::{MethodArguments, ProgramSettings, RampArguments, factor};

/// Predict what a program will take in a folder
///
/// Runs the synthetic job of the program in DIR: files of the same sizes, moved in the same way and order, with the
/// same computing in between. It prints the time that each step is expected to take there. The job's files are always
/// removed. A program is run a few times to derive the job; give its profile or job to do without.
///
/// Several, or those of a list (--jobs), run at once, with a common beginning, and with --ramp those of more and more
/// users, until a limit breaks. Exit code of --ramp: 0: a user or more is served; 1: not even one; 2: undecided.
#[derive(Debug, Args)]
pub struct PredictArguments {
    /// A program, what `feedrate profile --json` wrote, or a job of `feedrate derive`; several run at once. NAME*N is N
    /// copies
    #[arg(
        value_name = "PROGRAM|PROFILE|JOB",
        required_unless_present = "jobs",
        conflicts_with = "jobs"
    )]
    pub sources: Vec<PathBuf>,

    /// Predict those of a list, at once, as `feedrate run --jobs` reads it; `-` is standard input
    #[arg(long, value_name = "LIST")]
    pub jobs: Option<PathBuf>,

    /// The folder on the volume that the prediction is for
    #[arg(long, value_name = "DIR")]
    pub on: PathBuf,

    /// Derive the job without running the program
    #[arg(long = "static")]
    pub is_static: bool,

    /// Run the program this often to derive the job: of each step the run in the middle counts [default: 2 to 5 times,
    /// until more than half of the runs agree about its computing within 5 %; once if it changes its own inputs]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub profiles: Option<u32>,

    /// Predict a larger or smaller run, such as 10x or 0.5x, by the steps' own laws of cost, and say what changes its
    /// regime
    #[arg(long, value_name = "FACTOR", value_parser = factor::parse)]
    pub scale: Option<f64>,

    /// Run the job this often; six times give intervals [default: 3]. With --ramp, those of each number of users this
    /// often at most [default: 6]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeats: Option<u32>,

    #[command(flatten)]
    pub ramp: RampArguments,

    /// Run the program too, in turn with the job, and print predicted, real and the error; or another PROGRAM with the
    /// same steps, such as one over more data. Its WORK is made in DIR unless --work says where
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true)]
    pub verify: Option<Option<PathBuf>>,

    #[command(flatten)]
    pub method: MethodArguments,

    #[command(flatten)]
    pub settings: ProgramSettings,

    /// Write all of the result as JSON to a file (- for standard output, and then nothing else goes there)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Write the report as one HTML file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}
