//! What can go wrong with data sets that go through pipes. Each message says what, where, and what to do.

use feedrate_pipe::{AddressError, PipeError};

use crate::name::DataSetName;

/// Why a data set did not go through a pipe.
#[derive(Debug, thiserror::Error)]
pub enum PipedError {
    /// A pipe did not carry what it should.
    #[error(transparent)]
    Carriage(#[from] PipeError),
    /// What came is no data set.
    #[error(
        "what came through the pipe of {name} is not a data set: {reason}; see that a step of feedrate writes it, of \
         this version"
    )]
    Damaged {
        /// The data set.
        name: DataSetName,
        /// What is wrong.
        reason: String,
    },
    /// A step wants what cannot be had of something that comes once.
    #[error(
        "data set {name} goes through a pipe, which is read once, from front to back, and {reason}; write it to a \
         library on disk first"
    )]
    ReadOnce {
        /// The data set.
        name: DataSetName,
        /// What is wanted of it.
        reason: String,
    },
    /// A library is a pipe, and not what is wanted.
    #[error(
        "library {libref} is a pipe, which {reason}; name a library on disk, or a data set that another step writes \
         to it now"
    )]
    Library {
        /// The library.
        libref: String,
        /// What it does not have or do.
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
    /// An address that is none.
    #[error("library {libref} cannot be assigned: {source}")]
    Address {
        /// The library.
        libref: String,
        /// What is wrong with it.
        source: AddressError,
    },
}

impl PipedError {
    /// That what came is no data set.
    pub(super) fn damaged(name: &DataSetName, reason: impl Into<String>) -> Self {
        Self::Damaged {
            name: name.clone(),
            reason: reason.into(),
        }
    }

    /// That it is read once, and what a step wants of it.
    pub fn read_once(name: &DataSetName, reason: impl Into<String>) -> Self {
        Self::ReadOnce {
            name: name.clone(),
            reason: reason.into(),
        }
    }
}
