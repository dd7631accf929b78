//! The arguments of `feedrate compare`.

use std::path::PathBuf;

use clap::Args;

use crate::arguments::{Renderings, percent};

/// Tell what got slower or faster between two results
///
/// BEFORE and AFTER are stores of studies or JSON of study, run (with --repeats), measure, profile of a command, check
/// or fio. Figures of the same cell, step and name are compared. One is slower if the whole 95 % interval of the ratio
/// is beyond the tolerance on the slower side. It takes at least 4 runs on each side, and 6 tell more.
///
/// Exit code 0: nothing is known to have got slower; 1: something has; 2: the two cannot be compared, because they
/// are unlike or have too few runs; 128 + signal: interrupted.
#[derive(Debug, Args)]
pub struct CompareArguments {
    /// The earlier result
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,

    /// The later result
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,

    /// A difference up to this is of no account, in percent
    #[arg(long, value_name = "PERCENT", default_value = "3", value_parser = percent::parse)]
    pub tolerance: f64,

    /// Compare these figures alone: names of figures (seconds, megabytes_per_second, what a study measures) or of
    /// steps
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Leave these figures out, by the same names
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub except: Vec<String>,

    /// Compare results also if their machine, volume, version of feedrate, state of the page cache, program or settings
    /// differ; these are then told as warnings
    #[arg(long)]
    pub unlike: bool,

    #[command(flatten)]
    pub renderings: Renderings,
}
