//! What can be wrong with a request, or go wrong with a test. Each message is one line that says what is wrong
//! and what to do.

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
    /// A line of the parameter file makes no sense.
    #[error("{path}, line {line}: {what}")]
    ParameterLine {
        /// The file.
        path: String,
        /// Which line, from 1 on.
        line: usize,
        /// What is wrong, and what to do.
        what: String,
    },
    /// The parameter file cannot be read.
    #[error("cannot read the parameter file {path}: {source}")]
    ParameterFile {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// The parameter file names no file.
    #[error("{path} names no file; write a line such as: testfile.dat 1 0x0 100")]
    EmptyParameterFile {
        /// The file.
        path: String,
    },
    /// A file that is to be used as it is, and is not there.
    #[error(
        "{path} does not exist, and -frandom and -fsequential use a file as it is; give its size in a parameter \
         file (-F), which then makes it"
    )]
    NoFile {
        /// It.
        path: PathBuf,
    },
    /// A file has no room for a single block.
    #[error(
        "{path} holds {bytes} bytes, less than one block of {block} bytes from where -S begins; use smaller \
         blocks (-b) or give a size in a parameter file (-F)"
    )]
    NoBlock {
        /// The file.
        path: PathBuf,
        /// What it holds.
        bytes: u64,
        /// A block.
        block: u64,
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
