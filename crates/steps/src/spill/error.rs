//! What can go wrong with what is laid down in the folder of UTILLOC=.

use std::io;
use std::path::{Path, PathBuf};

/// Why a run could not be laid down or read back.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder could not be made.
    #[error("cannot make a folder for utility files in {}: {source}; choose another with OPTIONS UTILLOC=", folder.display())]
    Folder {
        /// The folder of UTILLOC=.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A block could not be moved.
    #[error("utility files in {} failed: {source}{}", folder.display(), advice(.source))]
    Moving {
        /// The folder of UTILLOC=.
        folder: PathBuf,
        /// Why.
        source: feedrate_pageio::Error,
    },
    /// The user wanted the step to stop.
    #[error("the step was interrupted")]
    Interrupted,
}

/// The result of what is done with runs.
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
    /// Whether the process or the system may open no more files.
    pub(super) fn is_too_many_files(&self) -> bool {
        matches!(self, Self::Moving { source, .. } if source.is_too_many_files())
    }
}

/// What to do, where it is known.
fn advice(source: &feedrate_pageio::Error) -> &'static str {
    if source.is_too_many_files() {
        return "";
    }
    match source.is_no_space() {
        true => {
            "; another folder can be chosen with OPTIONS UTILLOC=, and more memory with SORTSIZE= or MEMSIZE="
        }
        false => "; another folder can be chosen with OPTIONS UTILLOC=",
    }
}
