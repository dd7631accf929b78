//! The identity of a file.

use std::fs::File;
use std::path::Path;

use feedrate_pageio::open_file::{self, FileStatus};
use feedrate_pageio::{Error as PagesError, PageFile};

use crate::error::{FileChange, Result};
use crate::system;

/// Distinguishes a file from every other one, and from itself after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    device: u64,
    inode: u64,
    bytes: u64,
    /// Seconds and nanoseconds of the last change; `None` while that is not told.
    changed: Option<(i64, i64)>,
}

impl Identity {
    /// Returns whether it is the same file, changed or not.
    pub fn is_same_file(self, other: Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }

    /// Returns whether it is the file at a path.
    pub fn is_at(self, path: &Path) -> bool {
        open_file::status_at(path).is_ok_and(|there| (there.device, there.number) == (self.device, self.inode))
    }

    /// Returns the identity of the file at a path; `None` if there is none, or a link.
    pub(crate) fn at(path: &Path) -> Option<Self> {
        open_file::link_status_at(path).ok().map(|it| Self::by(&it))
    }

    /// Returns the same of a file that may still be open to be written: the time of its last change is that of its last
    /// write, or not told.
    pub(crate) fn of_written_at(path: &Path) -> Option<Self> {
        let it = Self::at(path)?;
        let changed = it.changed.filter(|_| system::TIMES_ARE_EXACT);
        Some(Self { changed, ..it })
    }

    /// Returns whether it is the same file, which was not changed as far as that is told.
    pub(crate) fn is_unchanged(self, other: Self) -> bool {
        let is_told = self.changed.is_some() && other.changed.is_some();
        self.is_same_file(other) && self.bytes == other.bytes && (!is_told || self.changed == other.changed)
    }

    /// Returns what has become of the file at a path since it had this identity; `None` if nothing has.
    pub(crate) fn change_at(self, path: &Path) -> Option<FileChange> {
        let Some(now) = Self::at(path) else {
            return Some(FileChange::Removed);
        };
        match self.is_same_file(now) {
            false => Some(FileChange::Replaced),
            true if now.bytes < self.bytes => Some(FileChange::Cut),
            true => (now != self).then_some(FileChange::Written),
        }
    }

    /// Returns the length of the file.
    pub(crate) fn bytes(self) -> u64 {
        self.bytes
    }

    /// Returns the identity of an open file; `None` if the system does not tell.
    pub(crate) fn of_file(file: &File) -> Option<Self> {
        open_file::status(file).ok().map(|it| Self::by(&it))
    }

    pub(super) fn of(file: &PageFile) -> Result<Self> {
        let status = open_file::status(file.as_file());
        let status = status.map_err(|source| PagesError::File {
            action: "look at",
            path: file.path().into(),
            source,
        })?;
        Ok(Self::by(&status))
    }

    fn by(status: &FileStatus) -> Self {
        Self {
            device: status.device,
            inode: status.number,
            bytes: status.bytes,
            changed: Some(status.changed),
        }
    }
}
