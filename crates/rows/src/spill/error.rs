//! Errors of spilling.

use std::io;
use std::path::{Path, PathBuf};

/// Why a run could not be written or read back.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder could not be created.
    #[error(
        "cannot make a folder for utility files in {}: {source}; choose another with OPTIONS UTILLOC=",
        folder.display()
    )]
    Folder {
        /// The folder of UTILLOC=.
        folder: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A block could not be moved.
    #[error("utility files in {} failed: {source}{}", folder.display(), advice(.source))]
    Moving {
        /// The folder of UTILLOC=.
        folder: PathBuf,
        /// The error.
        source: feedrate_pageio::Error,
    },
    /// The user wanted the step to stop.
    #[error("the step was interrupted")]
    Interrupted,
}

/// The result of operations on runs.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(super) fn moving(folder: &Path) -> impl Fn(feedrate_pageio::Error) -> Self {
        move |source| Self::Moving {
            folder: folder.into(),
            source,
        }
    }
}

impl Error {
    /// Returns whether the limit of open files is reached.
    pub(super) fn is_too_many_files(&self) -> bool {
        matches!(self, Self::Moving { source, .. } if source.is_too_many_files())
    }
}

/// Returns what the user can do about it, if known.
fn advice(source: &feedrate_pageio::Error) -> &'static str {
    if source.is_too_many_files() {
        return "";
    }
    match source.is_no_space() {
        true => "; another folder can be chosen with OPTIONS UTILLOC=, and more memory with SORTSIZE= or MEMSIZE=",
        false => "; another folder can be chosen with OPTIONS UTILLOC=",
    }
}
