//! The arguments of `feedrate derive`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::arguments::{MethodArguments, ProgramSettings, factor};

/// Print the synthetic job that moves pages as a program does
///
/// The job has the program's files and, for each of its steps, what it reads and writes, how, in which order, and how
/// long it computes in between. A program is run several times for it, unless --static is given. `feedrate predict`
/// runs the job; with --fio it is a job file of fio.
#[derive(Debug, Args)]
pub struct DeriveArguments {
    /// A program, or what `feedrate profile --json` or `feedrate run --json` wrote: of several profiles of one program,
    /// of each step the one in the middle counts
    #[arg(value_name = "PROGRAM|PROFILE", required = true)]
    pub sources: Vec<PathBuf>,

    /// Derive it without running the program: from its steps and options and the headers of its inputs, with what data
    /// decide as stated assumptions
    #[arg(long = "static")]
    pub is_static: bool,

    /// Run the program this often: of each step the run in the middle counts [default: 2 to 5 times, until more than
    /// half of the runs agree about its computing within 5 %; once if it changes its own inputs]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub profiles: Option<u32>,

    /// Write a job file of fio: `exact`, with the order of a step that reads and writes at once in a log beside it; or
    /// `mix`, a section a step, whose directions fio draws
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "exact")]
    pub fio: Option<FioFormName>,

    /// The folder that the job of fio works in
    #[arg(long, value_name = "DIR", default_value = ".", requires = "fio")]
    pub directory: String,

    /// Scale the job, such as 10x: its files become that many times as large
    #[arg(long, value_name = "FACTOR", value_parser = factor::parse)]
    pub scale: Option<f64>,

    #[command(flatten)]
    pub method: MethodArguments,

    /// Write it to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub settings: ProgramSettings,
}

/// A form of a job file of fio.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FioFormName {
    /// The same bytes of each file in the same order
    Exact,
    /// A section a step, to read and to change
    Mix,
}
