//! What can be wrong with a request, or go wrong with a test. Each message is one line that says what is wrong and
//! what to do.

use std::io;
use std::path::PathBuf;

use crate::argument_error::ArgumentError;
use crate::drives::DriveError;
use crate::loads::LoadError;
use feedrate_workload::{Ended, Ending};

/// The result of this module's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why a request makes no sense, or a test gave no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Arguments make no sense.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// The test gave no result, or not all of it.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// An option that is of Windows, or that is not here.
    #[error("{given} is not to be had here: {why}")]
    NotHere {
        /// The option.
        given: String,
        /// Why, and what to do.
        why: &'static str,
    },
    /// Options come before targets.
    #[error("{given} comes after a target; options come first, then the files")]
    OptionAfterTarget {
        /// The option.
        given: String,
    },
    /// No file is named.
    #[error(
        "no target is named; name a file after the options, such as: diskspd -c1G -b64K -r testfile.dat"
    )]
    NoTarget,
    /// A target that is not there.
    #[error("{path} does not exist; add -c with a size, such as -c1G, to make it")]
    NoFile {
        /// It.
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
