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
    /// The test has no result, or only a part of it.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A line of the parameter file is invalid.
    #[error("{path}, line {line}: {what}")]
    ParameterLine {
        /// The file.
        path: String,
        /// The number of the line, from 1.
        line: usize,
        /// The mistake, and the advice to the user.
        what: String,
    },
    /// The parameter file cannot be read.
    #[error("cannot read the parameter file {path}: {source}")]
    ParameterFile {
        /// The file.
        path: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The parameter file names no file.
    #[error("{path} names no file; write a line such as: testfile.dat 1 0x0 100")]
    EmptyParameterFile {
        /// The file.
        path: String,
    },
    /// A file that is used as it is, and does not exist.
    #[error(
        "{path} does not exist, and -frandom and -fsequential use a file as it is; give its size in a parameter \
         file (-F), which then makes it"
    )]
    NoFile {
        /// The file.
        path: PathBuf,
    },
    /// A file is smaller than a block.
    #[error(
        "{path} holds {bytes} bytes, less than one block of {block} bytes from where -S begins; use smaller \
         blocks (-b) or give a size in a parameter file (-F)"
    )]
    NoBlock {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// The size of a block.
        block: u64,
    },
}

tool_error!(Error);
