//! The errors of moving pages. Each message says what, where, and what to do.

use std::io;
use std::path::{Path, PathBuf};

use crate::system;
use crate::transfer::Direction;

/// The result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Why pages could not be moved.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file could not be opened or created.
    #[error("cannot open {path}: {}", reason(.source))]
    Open {
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// A device could not be opened.
    #[error("cannot open {path}: {}", reason_of_device(.source))]
    OpenDevice {
        /// It.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The path names something that is not an ordinary file, nor what else was allowed.
    #[error("{path} is {what}; name {allowed}")]
    NotAFile {
        /// The path.
        path: PathBuf,
        /// The kind of what it is.
        what: &'static str,
        /// The kinds that it could have been, in words.
        allowed: &'static str,
    },
    /// The file system or device takes no direct I/O.
    #[error("{path} is a device, or on a file system, that refuses direct I/O; use a cached method, or name another")]
    DirectRefused {
        /// The file.
        path: PathBuf,
    },
    /// A size or offset does not fit what direct I/O needs.
    #[error("{what} of {value} bytes is not a multiple of {needed}, which direct I/O on {path} needs")]
    Misaligned {
        /// The name of what is misaligned, such as "a page".
        what: &'static str,
        /// Its value in bytes.
        value: u64,
        /// The alignment in bytes.
        needed: u64,
        /// The file.
        path: PathBuf,
    },
    /// Another process holds a lock that excludes this use.
    #[error("{path} is in use by another process; wait for it or name another file")]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// A transfer failed.
    #[error(
        "cannot {} {bytes} bytes at offset {offset} of {path}: {}",
        verb(.direction), reason(.source)
    )]
    Transfer {
        /// Which way it went.
        direction: Direction,
        /// The file.
        path: PathBuf,
        /// Where it began.
        offset: u64,
        /// The bytes that were asked for.
        bytes: usize,
        /// The system's answer.
        source: io::Error,
    },
    /// The file ended before the range that was to be read.
    #[error("{path} ends at byte {end}, before the {wanted} bytes that were to be read")]
    ShortFile {
        /// The file.
        path: PathBuf,
        /// Where it ends.
        end: u64,
        /// Where the read would have ended.
        wanted: u64,
    },
    /// Something other than a transfer failed on an open file.
    #[error("cannot {action} {path}: {}", reason(.source))]
    File {
        /// The action that was tried, as a verb.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's answer.
        source: io::Error,
    },
    /// The file is an input that is to be [cold](crate::cold) before its first use, and does not become so.
    #[error("{path} cannot be made cold for --cold: {why}")]
    Warm {
        /// The file.
        path: PathBuf,
        /// Why, and what to do.
        why: String,
    },
    /// The memory for the buffers could not be had.
    #[error("cannot get {bytes} bytes of memory for buffers; use smaller transfers or less queue depth")]
    Memory {
        /// The bytes that were asked for.
        bytes: usize,
    },
    /// The engine that was asked for cannot be used here.
    #[error("the {engine} engine cannot be used here: {reason}")]
    Engine {
        /// Which engine.
        engine: &'static str,
        /// Why.
        reason: String,
    },
}

impl Error {
    /// Returns [`Error::File`] for an action, a verb.
    pub(crate) fn file(action: &'static str, path: &Path, source: io::Error) -> Self {
        Self::File {
            action,
            path: path.into(),
            source,
        }
    }

    /// Returns the error for a file that could not be opened.
    pub(crate) fn open(path: &Path, source: io::Error) -> Self {
        let path = path.into();
        Self::Open { path, source }
    }

    /// Returns the error for a device that could not be opened.
    pub(crate) fn open_device(path: &Path, source: io::Error) -> Self {
        let path = path.into();
        Self::OpenDevice { path, source }
    }

    /// Returns the operating system's answer, where it gave one.
    pub fn system_error(&self) -> Option<&io::Error> {
        match self {
            Self::Open { source, .. }
            | Self::OpenDevice { source, .. }
            | Self::Transfer { source, .. }
            | Self::File { source, .. } => Some(source),
            _ => None,
        }
    }

    /// Returns whether the process or the system may open no more files.
    pub fn is_too_many_files(&self) -> bool {
        self.system_error().is_some_and(system::is_too_many_files)
    }

    /// Returns whether the device is full, or the user's share of it is used up.
    pub fn is_no_space(&self) -> bool {
        self.system_error().is_some_and(|source| {
            matches!(
                source.kind(),
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
            )
        })
    }
}

fn verb(direction: &Direction) -> &'static str {
    match direction {
        Direction::Read => "read",
        Direction::Write => "write",
    }
}

/// The system's words, with what to do where that is known, and without the number that
/// `io::Error` adds.
pub(crate) fn reason(source: &io::Error) -> String {
    let advice = match source.kind() {
        io::ErrorKind::NotFound => Some("no such file or folder"),
        io::ErrorKind::PermissionDenied => Some("permission denied; run as its owner or name another"),
        io::ErrorKind::StorageFull => Some("no space left; free some or use a smaller size"),
        io::ErrorKind::QuotaExceeded => Some("disk quota used up; free some or use a smaller size"),
        io::ErrorKind::ReadOnlyFilesystem => Some("the file system is mounted read-only"),
        io::ErrorKind::FileTooLarge if system::file_size_is_limited() => {
            Some("the file would be larger than this process may write (see ulimit -f)")
        }
        io::ErrorKind::FileTooLarge => Some("the file would be larger than this file system allows"),
        _ => None,
    };
    if let Some(advice) = advice.or_else(|| system::advice(source)) {
        return advice.to_owned();
    }
    let text = source.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].trim_end_matches(['.', ' ', '\r', '\n']).to_lowercase(),
        None => text,
    }
}

/// Returns the reason that the system gives for a device that cannot be opened, with what to do.
fn reason_of_device(source: &io::Error) -> String {
    match system::reason_of_device(source) {
        Some(reason) => reason.to_owned(),
        None if source.kind() == io::ErrorKind::ReadOnlyFilesystem => "it is read-only".to_owned(),
        None => reason(source),
    }
}
