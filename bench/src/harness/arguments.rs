//! The arguments that benches share.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Command};

/// Returns the arguments of a bench from the words after its name.
pub fn parsed<A: Args>(words: &[&str]) -> Result<A, clap::Error> {
    let command = A::augment_args(Command::new("bench").no_binary_name(true));
    A::from_arg_matches(&command.try_get_matches_from(words)?)
}

/// Where a bench works, with which build, and where its figures go.
#[derive(Clone, Debug, Args)]
pub struct Place {
    /// Folder on the volume to measure; all files are made in a new folder in it, and removed
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// feedrate's program [default: $FEEDRATE_PROGRAM, or the release build beside this one, made if
    /// need be]
    #[arg(long, value_name = "PROGRAM")]
    feedrate: Option<PathBuf>,

    /// Write all figures as JSON to a file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}

impl Place {
    /// Returns the feedrate that the argument names, or else the environment.
    pub fn feedrate(&self) -> Option<PathBuf> {
        let named = || env::var_os("FEEDRATE_PROGRAM").map(PathBuf::from);
        self.feedrate.clone().or_else(named)
    }
}

/// The number of rounds.
#[derive(Clone, Copy, Debug, Args)]
pub struct Rounds<const DEFAULT: u32> {
    /// Rounds of each case, in which everyone runs once; fewer than 6 decide nothing
    #[arg(long, visible_alias = "pairs", value_name = "NUMBER", default_value_t = DEFAULT,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rounds: u32,
}

/// The number of heats.
#[derive(Clone, Copy, Debug, Args)]
pub struct Heats<const DEFAULT: u32> {
    /// Runs of each way of each competitor before the rounds, which decide the way in which
    /// it races
    #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT,
          value_parser = clap::value_parser!(u32).range(1..=100))]
    pub heats: u32,
}

/// The margin of verdicts.
#[derive(Clone, Copy, Debug, Args)]
pub struct Margin {
    /// Distance from the requirement at which the truth may lie, as the interval tells, for a verdict, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 5,
          value_parser = clap::value_parser!(u8).range(0..=99))]
    pub margin: u8,
}

impl Margin {
    /// Returns it as a fraction.
    pub fn share(self) -> f64 {
        f64::from(self.margin) / 100.0
    }
}

/// The patience with a run.
#[derive(Clone, Copy, Debug, Args)]
pub struct Patience<const DEFAULT: u64> {
    /// Minutes after which a run is ended
    #[arg(long, value_name = "MINUTES", default_value_t = DEFAULT,
          value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub patience: u64,
}

impl<const DEFAULT: u64> Patience<DEFAULT> {
    /// Returns for how long a run may take.
    pub fn time(self) -> Duration {
        Duration::from_secs(60 * self.patience)
    }
}

/// The fio that races.
#[derive(Clone, Debug, Args)]
pub struct FioArgument {
    /// fio's program
    #[arg(long, value_name = "PROGRAM", default_value = "fio")]
    pub fio: PathBuf,
}

/// The Python through which others race.
#[derive(Clone, Debug, Args)]
pub struct PythonArgument {
    /// The Python that has the other programs [default: $FEEDRATE_PEERS_PYTHON, or python3]
    #[arg(long, value_name = "PROGRAM")]
    python: Option<PathBuf>,
}

impl PythonArgument {
    /// Returns the Python that the argument names, or else the environment, or `python3`.
    pub fn path(&self) -> PathBuf {
        let named = || env::var_os("FEEDRATE_PEERS_PYTHON").map(PathBuf::from);
        let python = self.python.clone().or_else(named);
        python.unwrap_or_else(|| "python3".into())
    }
}
