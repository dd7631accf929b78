//! What keeps a job from running.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a job could not be run, or ended early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A stream could not move its pages.
    #[error(transparent)]
    Pages(#[from] feedrate_pageio::Error),
    /// The job makes no sense.
    #[error("stream {stream}: {what}")]
    Job {
        /// The stream's name.
        stream: String,
        /// What is wrong, and what to do.
        what: String,
    },
    /// The file to be written holds something that feedrate did not put there.
    #[error(
        "{path} was not made by feedrate, and writing to it would destroy its contents; name another file"
    )]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// A device would be written.
    #[error(
        "{path} is a device, and writing destroys what is on it; add --overwrite-foreign if that is what you want"
    )]
    Device {
        /// It.
        path: PathBuf,
    },
    /// A thread or process for a stream could not be started.
    #[error("cannot start a {what} for stream {stream}: {source}; run fewer streams")]
    Start {
        /// Thread or process.
        what: &'static str,
        /// The stream's name.
        stream: String,
        /// What the system said.
        source: io::Error,
    },
    /// A stream's process failed, with what it said.
    #[error("stream {stream}: {what}")]
    Worker {
        /// The stream's name.
        stream: String,
        /// Its own words.
        what: String,
        /// What kind of failure it was.
        kind: WorkerFailure,
    },
}

/// What is known of the failure of a stream's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerFailure {
    /// See [`Error::is_no_space`].
    NoSpace,
    /// See [`Error::is_unfit_setting`].
    UnfitSetting,
    /// Any other.
    Other,
}

impl Error {
    /// Whether the device is full, or the user's share of it is used up.
    pub fn is_no_space(&self) -> bool {
        match self {
            Self::Pages(error) => error.is_no_space(),
            Self::Worker { kind, .. } => *kind == WorkerFailure::NoSpace,
            _ => false,
        }
    }

    /// Whether this machine or file takes no such transfers, while it may take others: the memory is not
    /// there, the page is misaligned, or the engine cannot be used.
    pub fn is_unfit_setting(&self) -> bool {
        use feedrate_pageio::Error as Pages;
        match self {
            Self::Pages(error) => matches!(
                error,
                Pages::Memory { .. } | Pages::Misaligned { .. } | Pages::Engine { .. }
            ),
            Self::Worker { kind, .. } => *kind == WorkerFailure::UnfitSetting,
            _ => false,
        }
    }

    /// What a stream's process says to its parent of it.
    pub(crate) fn kind(&self) -> WorkerFailure {
        if self.is_no_space() {
            WorkerFailure::NoSpace
        } else if self.is_unfit_setting() {
            WorkerFailure::UnfitSetting
        } else {
            WorkerFailure::Other
        }
    }

    /// Whether a file that was to be made exists already.
    pub(crate) fn is_already_there(&self) -> bool {
        matches!(
            self,
            Self::Pages(feedrate_pageio::Error::Open { source, .. })
                if source.kind() == io::ErrorKind::AlreadyExists
        )
    }
}
