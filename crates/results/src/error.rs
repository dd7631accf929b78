//! Why a result cannot be read.

use std::path::PathBuf;

/// Why a result cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder cannot be read, or is no result.
    #[error("{}: {reason}", file.display())]
    File {
        /// The file or folder.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// A store of a study cannot be read.
    #[error(transparent)]
    Study(#[from] feedrate_study::Error),
    /// A signal stopped it.
    #[error("interrupted")]
    Interrupted,
}

/// The result of reading results.
pub type Result<T, E = Error> = std::result::Result<T, E>;
