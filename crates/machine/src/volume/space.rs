//! Room on a volume.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::platform::{self, RoomFacts};

/// Room of a file system, from `statvfs(2)` or `GetDiskFreeSpaceEx`.
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
        Ok(platform::room(path)?.into())
    }
}

impl From<RoomFacts> for Space {
    fn from(told: RoomFacts) -> Self {
        Self {
            total_bytes: told.total,
            free_bytes: told.free,
            available_bytes: told.available,
            total_inodes: told.inodes.map(|(all, _)| all),
            available_inodes: told.inodes.map(|(_, available)| available),
        }
    }
}
