//! The status of files.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::file_status::FileStatus;

/// Returns the status of an open file.
pub(crate) fn status(file: &File) -> io::Result<FileStatus> {
    file.metadata().map(|metadata| by(&metadata))
}

/// Returns the status of the file or folder at a path; of a link, of what it leads to.
pub(crate) fn status_at(path: &Path) -> io::Result<FileStatus> {
    fs::metadata(path).map(|metadata| by(&metadata))
}

/// The same; of a link, of itself.
pub(crate) fn link_status_at(path: &Path) -> io::Result<FileStatus> {
    fs::symlink_metadata(path).map(|metadata| by(&metadata))
}

fn by(metadata: &Metadata) -> FileStatus {
    FileStatus {
        device: metadata.dev(),
        number: metadata.ino(),
        bytes: metadata.len(),
        changed: (metadata.mtime(), metadata.mtime_nsec()),
        names: metadata.nlink(),
    }
}
