//! Errors that prevent a check.

use std::io;
use std::path::PathBuf;

/// The result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// The reason why a volume could not be checked.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The path is not a usable folder.
    #[error("cannot check {path}: {what}")]
    Folder {
        /// The path.
        path: PathBuf,
        /// The reason, and what to do.
        what: String,
    },
    /// The check's own folder could not be created.
    #[error("cannot make a folder for test files in {path}: {}", reason(.source))]
    Scratch {
        /// Its path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// There is too little free space.
    #[error(
        "{path} has {available_mb} MB to spare and the check needs {needed_mb} MB; free some, or give a smaller --size"
    )]
    Space {
        /// The folder.
        path: PathBuf,
        /// 10^6 bytes that may be used.
        available_mb: u64,
        /// 10^6 bytes that are needed.
        needed_mb: u64,
    },
    /// A trial failed.
    #[error(transparent)]
    Workload(#[from] feedrate_workload::Error),
    /// Pages could not be moved.
    #[error(transparent)]
    Pages(#[from] feedrate_pageio::Error),
    /// A file of the check could not be evicted from the page cache.
    #[error("{path} could not be sent out of the page cache, so nothing can be read cold there; {advice}")]
    NotCold {
        /// The file.
        path: PathBuf,
        /// The advice on what to do.
        advice: &'static str,
    },
    /// A standard step failed.
    #[error("the standard step {step} failed in {path}: {what}")]
    Step {
        /// The name of the step.
        step: &'static str,
        /// The folder.
        path: PathBuf,
        /// The error in its log.
        what: String,
    },
    /// A small data set could not be made, opened or deleted.
    #[error("small data sets could not be measured at {path}: {what}")]
    Metadata {
        /// The folder or the file.
        path: PathBuf,
        /// The reason.
        what: String,
    },
    /// Two names lead to the same folder.
    #[error("{first} and {second} are the same folder; name it once")]
    SameFolder {
        /// One name.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// The time was over before any setting was measured again after the search.
    #[error("{path}: the time was over before any setting was repeated, so there is no verdict; {advice}")]
    NoTime {
        /// The folder.
        path: PathBuf,
        /// The advice on what to do.
        advice: String,
    },
    /// A signal arrived before there was any result.
    #[error("interrupted before anything was measured")]
    Interrupted,
}

impl Error {
    /// Returns whether only the setting cannot be used, and others may.
    pub fn is_of_the_setting(&self) -> bool {
        match self {
            Self::Workload(error) => error.is_unfit_setting(),
            _ => false,
        }
    }
}

fn reason(source: &io::Error) -> String {
    match source.kind() {
        io::ErrorKind::PermissionDenied => "permission denied; run as a user who may write there".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the file system is mounted read-only; a check must write".to_owned(),
        io::ErrorKind::StorageFull => "no space left; free some".to_owned(),
        io::ErrorKind::NotFound => "no such folder".to_owned(),
        _ => source.to_string(),
    }
}
