//! Errors of studies.

use std::path::PathBuf;

/// Why a study cannot be read, planned, carried out or analysed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file of a study has a mistake.
    #[error("{}:{line}: {what}", file.display())]
    Definition {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The mistake, and its remedy.
        what: String,
    },
    /// A file cannot be read or written.
    #[error("{}: {reason}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// A store cannot be used.
    #[error("{}: {reason}", file.display())]
    Store {
        /// The file of the store.
        file: PathBuf,
        /// Why, and what to do.
        reason: String,
    },
    /// A factor cannot be set, or its former value not be put back.
    #[error("the factor {factor}: {reason}")]
    Setting {
        /// Its name.
        factor: String,
        /// Why, and what to do.
        reason: String,
    },
    /// The study cannot begin or go on here.
    #[error("{0}")]
    Refused(String),
    /// A signal stopped it.
    #[error("interrupted")]
    Interrupted,
}

/// The result of working on a study.
pub type Result<T, E = Error> = std::result::Result<T, E>;
