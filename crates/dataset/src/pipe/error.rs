//! Errors of data sets that are piped. Each message says what failed, where, and what to do.

use feedrate_pipe::{AddressError, PipeError};

use crate::name::DataSetName;

/// Why a data set could not be piped.
#[derive(Debug, thiserror::Error)]
pub enum PipedError {
    /// The pipe failed.
    #[error(transparent)]
    Carriage(#[from] PipeError),
    /// The received bytes are not a data set.
    #[error(
        "what came through the pipe of {name} is not a data set: {reason}; see that a step of feedrate writes it, of \
         this version"
    )]
    Damaged {
        /// The data set.
        name: DataSetName,
        /// The fault.
        reason: String,
    },
    /// A step needs something that a data set that is received once cannot provide.
    #[error(
        "data set {name} goes through a pipe, which is read once, from front to back, and {reason}; write it to a \
         library on disk first"
    )]
    ReadOnce {
        /// The data set.
        name: DataSetName,
        /// The need of the step.
        reason: String,
    },
    /// A library is a pipe, which lacks what was requested.
    #[error(
        "library {libref} is a pipe, which {reason}; name a library on disk, or a data set that another step writes \
         to it now"
    )]
    Library {
        /// The library.
        libref: String,
        /// The ability that it lacks.
        reason: &'static str,
    },
    /// A step uses a pipe more than once.
    #[error(
        "{name} cannot go through the pipe of library {libref}, which carries {other} in this step; give it a pipe of \
         its own"
    )]
    Taken {
        /// The data set.
        name: DataSetName,
        /// The library.
        libref: String,
        /// The data set that the pipe carries.
        other: DataSetName,
    },
    /// The address of a pipe is invalid.
    #[error("library {libref} cannot be assigned: {source}")]
    Address {
        /// The library.
        libref: String,
        /// The reason.
        source: AddressError,
    },
}

impl PipedError {
    /// Returns the error for bytes that are not a data set.
    pub(super) fn damaged(name: &DataSetName, reason: impl Into<String>) -> Self {
        Self::Damaged {
            name: name.clone(),
            reason: reason.into(),
        }
    }

    /// Returns the error for a step that needs more than reading once.
    pub fn read_once(name: &DataSetName, reason: impl Into<String>) -> Self {
        Self::ReadOnce {
            name: name.clone(),
            reason: reason.into(),
        }
    }
}
