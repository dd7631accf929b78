//! Errors of requests and tests. Each message is one line that says what is wrong and what to do.

use std::io;
use std::path::PathBuf;

use crate::argument_error::ArgumentError;
use crate::drives::DriveError;
use crate::loads::LoadError;
use feedrate_workload::{Ended, Ending};

/// The result of this module's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why a request is invalid, or a test has no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The arguments are invalid.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// The test has no result, or only a part of it.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// An option that exists only on Windows, or is not supported.
    #[error("{given} is not to be had here: {why}")]
    NotHere {
        /// The option.
        given: String,
        /// The reason, and what to do.
        why: &'static str,
    },
    /// Options come before targets.
    #[error("{given} comes after a target; options come first, then the files")]
    OptionAfterTarget {
        /// The option.
        given: String,
    },
    /// No target is given.
    #[error(
        "no target is named; name a file after the options, such as: diskspd -c1G -b64K -r testfile.dat"
    )]
    NoTarget,
    /// A target that does not exist.
    #[error("{path} does not exist; add -c with a size, such as -c1G, to make it")]
    NoFile {
        /// The target.
        path: PathBuf,
    },
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Load(error.into())
    }
}

impl From<DriveError> for Error {
    fn from(error: DriveError) -> Self {
        Self::Argument(error.into())
    }
}

impl Ended for Error {
    fn ending(&self) -> Option<Ending> {
        match self {
            Self::Load(error) => error.ending(),
            _ => None,
        }
    }
}
