//! The arguments that name the programs of a race.

use std::env;
use std::path::PathBuf;

use clap::Args;

/// The feedrate that races.
#[derive(Clone, Debug, Args)]
pub struct FeedrateArgument {
    /// feedrate's program [default: $FEEDRATE_PROGRAM, or the release build beside this one, made if
    /// need be]
    #[arg(long, value_name = "PROGRAM")]
    feedrate: Option<PathBuf>,
}

impl FeedrateArgument {
    /// Returns the feedrate that the argument names, or else the environment.
    pub fn path(&self) -> Option<PathBuf> {
        let named = || env::var_os("FEEDRATE_PROGRAM").map(PathBuf::from);
        self.feedrate.clone().or_else(named)
    }
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
