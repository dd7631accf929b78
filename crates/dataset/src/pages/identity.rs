//! The identity of a file.

use std::fs::{File, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use feedrate_pageio::{Error as PagesError, PageFile};

use crate::error::{FileChange, Result};

/// Distinguishes a file from every other one, and from itself after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    device: u64,
    inode: u64,
    bytes: u64,
    /// Seconds and nanoseconds of the last change.
    changed: (i64, i64),
}

impl Identity {
    /// Returns whether it is the same file, changed or not.
    pub fn is_same_file(self, other: Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
    }

    /// Returns whether it is the file at a path.
    pub fn is_at(self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|there| (there.dev(), there.ino()) == (self.device, self.inode))
    }

    /// Returns the identity of the file at a path; `None` if there is none, or a link.
    pub(crate) fn at(path: &Path) -> Option<Self> {
        std::fs::symlink_metadata(path).ok().map(|it| Self::by(&it))
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
        file.metadata().ok().map(|it| Self::by(&it))
    }

    pub(super) fn of(file: &PageFile) -> Result<Self> {
        let metadata = file.as_file().metadata();
        let metadata = metadata.map_err(|source| PagesError::File {
            action: "look at",
            path: file.path().into(),
            source,
        })?;
        Ok(Self::by(&metadata))
    }

    fn by(metadata: &Metadata) -> Self {
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            bytes: metadata.len(),
            changed: (metadata.mtime(), metadata.mtime_nsec()),
        }
    }
}
