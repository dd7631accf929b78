//! The arguments.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};

/// Attack data sets and pipes: kills, failing calls, power cuts, many processes, damaged files, forged streams
///
/// Runs feedrate over and over, does it harm in ways drawn from a seed, and looks whether every data set reads as it
/// did before or as it was to be, whether anything crashed or hung, and what was left behind. Exits with 0 when nothing
/// failed, 1 when something did, and 2 when nothing could be tried.
#[derive(Debug, Parser)]
#[command(name = "attack", max_term_width = 100)]
pub struct Arguments {
    /// Folder on a real disk; all files are made in a new folder in it, and removed
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

    /// feedrate's program [default: $FEEDRATE_PROGRAM, or the release build beside this one, made if
    /// need be]
    #[arg(long, value_name = "PROGRAM")]
    pub feedrate: Option<PathBuf>,

    /// The kinds of attack, which share the time
    #[arg(long, value_name = "KIND", value_delimiter = ',', default_values = [
        "kills", "calls", "errors", "power", "together", "slow", "damage", "indexes", "pipes",
    ])]
    pub only: Vec<Kind>,

    /// For how many minutes
    #[arg(long, value_name = "MINUTES", default_value_t = 1.0)]
    pub minutes: f64,

    /// So many rounds of each kind, however long they take, in place of minutes
    #[arg(long, value_name = "NUMBER")]
    pub rounds: Option<u64>,

    /// What all is drawn from; the same seed draws the same rounds [default: another each time; it is told]
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,

    /// Only the round of this number, of each kind
    #[arg(long, value_name = "NUMBER")]
    pub round: Option<u64>,

    /// Seconds after which a run that has not ended hangs
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub patience: u64,

    /// Leave the files of rounds in which something failed
    #[arg(long)]
    pub keep: bool,
}

/// A kind of attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Signals at random moments
    Kills,
    /// SIGKILL at system calls
    Calls,
    /// System calls that fail
    Errors,
    /// Power cuts, by replaying what was written
    Power,
    /// Many processes at once
    Together,
    /// Readers beside an update in place on slow storage
    Slow,
    /// Damaged files
    Damage,
    /// Damaged and foreign index files
    Indexes,
    /// Forged streams
    Pipes,
}

impl Kind {
    /// What it is called, in the table and as an argument.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kills => "kills",
            Self::Calls => "calls",
            Self::Errors => "errors",
            Self::Power => "power",
            Self::Together => "together",
            Self::Slow => "slow",
            Self::Damage => "damage",
            Self::Indexes => "indexes",
            Self::Pipes => "pipes",
        }
    }
}

impl Arguments {
    /// The feedrate that the arguments name, or else the environment.
    pub fn feedrate(&self) -> Option<PathBuf> {
        let named = || env::var_os("FEEDRATE_PROGRAM").map(PathBuf::from);
        self.feedrate.clone().or_else(named)
    }

    /// For how long a run may take.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.patience)
    }
}
