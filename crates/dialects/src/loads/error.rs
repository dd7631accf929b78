//! What can go wrong with a test once it is known what is to be done. Each message is one line that says what is wrong
//! and what to do.

use std::io;
use std::path::PathBuf;

use feedrate_workload as workload;

use feedrate_workload::{Ended, Ending};

/// Why a test gave no result, or not all of it.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A device would be written.
    #[error(
        "{path} is a device, and writing destroys what is on it; add --overwrite-foreign if that is what you want"
    )]
    Device {
        /// It.
        path: PathBuf,
    },
    /// The file to be written holds something that feedrate did not put there.
    #[error(
        "{path} was not made by feedrate and is left alone; name another file, or add --overwrite-foreign to \
         write to it"
    )]
    NotOurs {
        /// It.
        path: PathBuf,
    },
    /// A file cannot be looked at.
    #[error("cannot {action} {path}: {source}")]
    File {
        /// What was tried.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Files or the machine have no room for the test.
    #[error("{0}")]
    Fit(String),
    /// A worker met an error.
    #[error("{0}")]
    Transfer(String),
    /// Anything else that kept blocks from moving.
    #[error(transparent)]
    Load(workload::Error),
    /// The result could not be printed.
    #[error("cannot print the result: {0}")]
    Output(#[from] io::Error),
    /// It was interrupted. What had been measured until then has been printed.
    #[error("interrupted")]
    Interrupted,
}

impl From<workload::Error> for LoadError {
    fn from(error: workload::Error) -> Self {
        match error {
            workload::Error::NotOurs { path } => Self::NotOurs { path },
            other => Self::Load(other),
        }
    }
}

impl Ended for LoadError {
    fn ending(&self) -> Option<Ending> {
        match self {
            Self::Interrupted => Some(Ending::Interrupted),
            Self::Output(error) => Ending::of_output(error),
            _ => None,
        }
    }
}
