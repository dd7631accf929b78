//! The errors of jobs.

use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// The reason why a job could not be run, or ended early.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A stream could not move its pages.
    #[error(transparent)]
    Pages(#[from] feedrate_pageio::Error),
    /// The job is invalid.
    #[error("stream {stream}: {what}")]
    Job {
        /// The stream's name.
        stream: String,
        /// The reason, and what to do.
        what: String,
    },
    /// The system does not grant what a load is to do.
    #[error("{what}")]
    NotGranted {
        /// The reason, and what to do.
        what: String,
    },
    /// The file to be written has content that feedrate did not write.
    #[error("{path} was not made by feedrate, and writing to it would destroy its contents; name another file")]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// A device would be written.
    #[error("{path} is a device, and writing destroys what is on it; add --overwrite-foreign if that is what you want")]
    Device {
        /// The device.
        path: PathBuf,
    },
    /// A thread or process for a stream could not be started.
    #[error("cannot start a {what} for stream {stream}: {source}; run fewer streams")]
    Start {
        /// `thread` or `process`.
        what: &'static str,
        /// The stream's name.
        stream: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The process of a stream failed.
    #[error("stream {stream}: {what}")]
    Worker {
        /// The stream's name.
        stream: String,
        /// Its message.
        what: String,
        /// The kind of failure.
        kind: WorkerFailure,
    },
}

/// The kind of failure of a stream's process.
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
    /// Returns whether the device is full, or the user's quota is exhausted.
    pub fn is_no_space(&self) -> bool {
        match self {
            Self::Pages(error) => error.is_no_space(),
            Self::Worker { kind, .. } => *kind == WorkerFailure::NoSpace,
            _ => false,
        }
    }

    /// Returns whether this machine or file does not support such transfers, while it may support others: there is not
    /// enough memory, the page is misaligned, or the engine is not available.
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

    /// Returns the kind that the process of a stream reports to its parent.
    pub(crate) fn kind(&self) -> WorkerFailure {
        if self.is_no_space() {
            WorkerFailure::NoSpace
        } else if self.is_unfit_setting() {
            WorkerFailure::UnfitSetting
        } else {
            WorkerFailure::Other
        }
    }

    /// Returns whether a file that was to be created already exists.
    pub(crate) fn is_already_there(&self) -> bool {
        matches!(
            self,
            Self::Pages(feedrate_pageio::Error::Open { source, .. })
                if source.kind() == io::ErrorKind::AlreadyExists
        )
    }
}
