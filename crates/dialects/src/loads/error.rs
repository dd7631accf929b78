//! Errors of tests whose arguments are valid. Each message is one line that says what is wrong and what to do.

use std::io;
use std::path::PathBuf;

use feedrate_workload as workload;

use feedrate_workload::{CommandError, EarlyEnd};

/// The reason why a test has no result, or only a part of it.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A device would be written.
    #[error("{path} is a device, and writing destroys what is on it; add --overwrite-foreign if that is what you want")]
    Device {
        /// The device.
        path: PathBuf,
    },
    /// The file to be written was not made by feedrate.
    #[error(
        "{path} was not made by feedrate and is left alone; name another file, or add --overwrite-foreign to \
         write to it"
    )]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// A file cannot be examined.
    #[error("cannot {action} {path}: {source}")]
    File {
        /// The operation that failed.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Files or the machine have too little room for the test.
    #[error("{0}")]
    Fit(String),
    /// A worker failed.
    #[error("{0}")]
    Transfer(String),
    /// Another error of the loads.
    #[error(transparent)]
    Load(workload::Error),
    /// The result could not be printed.
    #[error("cannot print the result: {0}")]
    Output(#[from] io::Error),
    /// It was interrupted. What had been measured by then was printed.
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

impl CommandError for LoadError {
    fn early_end(&self) -> Option<EarlyEnd> {
        match self {
            Self::Interrupted => Some(EarlyEnd::Interrupted),
            Self::Output(error) => EarlyEnd::of_output(error),
            _ => None,
        }
    }
}
