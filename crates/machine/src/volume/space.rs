//! Room on a volume.

use std::io;
use std::path::Path;

use rustix::fs::StatVfsMountFlags;
use serde::{Deserialize, Serialize};

/// Room of a file system, from `statvfs(2)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Space {
    /// Size in bytes.
    pub total_bytes: u64,
    /// Free bytes, those reserved for the superuser included.
    pub free_bytes: u64,
    /// Free bytes that an ordinary user may fill.
    pub available_bytes: u64,
    /// Number of inodes; missing where the file system has no fixed number (btrfs).
    pub total_inodes: Option<u64>,
    /// Inodes that an ordinary user may still take; missing like the total.
    pub available_inodes: Option<u64>,
}

impl Space {
    /// Returns the room of the file system that a path is on.
    ///
    /// # Errors
    ///
    /// Fails if the path cannot be reached.
    pub fn of(path: &Path) -> io::Result<Self> {
        Ok(read(path)?.space)
    }
}

/// The answers of `statvfs(2)` beside the room.
pub(super) struct FileSystemStatus {
    pub(super) space: Space,
    pub(super) read_only: bool,
}

pub(super) fn read(path: &Path) -> io::Result<FileSystemStatus> {
    let status = rustix::fs::statvfs(path)?;
    // POSIX counts blocks in fragments; 0 would be a file system that fills only f_bsize.
    let unit = if status.f_frsize > 0 {
        status.f_frsize
    } else {
        status.f_bsize
    };
    let has_inodes = status.f_files > 0;
    Ok(FileSystemStatus {
        space: Space {
            total_bytes: status.f_blocks.saturating_mul(unit),
            free_bytes: status.f_bfree.saturating_mul(unit),
            available_bytes: status.f_bavail.saturating_mul(unit),
            total_inodes: has_inodes.then_some(status.f_files),
            available_inodes: has_inodes.then_some(status.f_favail),
        },
        read_only: status.f_flag.contains(StatVfsMountFlags::RDONLY),
    })
}
