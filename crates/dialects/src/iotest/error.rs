//! Errors of requests and tests. Each message is one line that says what is wrong and what to do.

use std::io;
use std::path::PathBuf;

use crate::argument_error::ArgumentError;
use crate::loads::LoadError;

/// The result of this module's functions.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why a request is invalid, or a test has no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The arguments are invalid.
    #[error(transparent)]
    Argument(#[from] ArgumentError),
    /// The test has no result.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The folder cannot be used.
    #[error("-t {path}: {what}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason, and what to do.
        what: &'static str,
    },
    /// No files can be made in the folder.
    #[error("-t {path}: cannot make files there: {source}; name a folder that you may write to")]
    Scratch {
        /// The folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The files stay in memory, so that there is no cold rate.
    #[error("{path} keeps its files in memory, so there is no cold rate; leave out --cold-durable, or name another")]
    NeverCold {
        /// The folder.
        path: PathBuf,
    },
}

tool_error!(Error);
