//! A file that the command had open or mapped.

use std::path::{Path, PathBuf};

use feedrate_machine::DeviceNumber;
use serde::{Serialize, Serializer};

use crate::motion::{Motion, Pattern};

/// A regular file that the command had open or mapped.
#[derive(Clone, Debug, Serialize)]
pub struct FileSeen {
    /// Its path, when it was seen last.
    #[serde(serialize_with = "lossy")]
    pub path: PathBuf,
    /// True if it was open for reading.
    pub is_read: bool,
    /// True if it was open for writing.
    pub is_written: bool,
    /// True if it was open for appending (`O_APPEND`).
    pub is_appended_to: bool,
    /// True if it was open past the page cache (`O_DIRECT`).
    pub is_direct: bool,
    /// True if each write waited for the device (`O_SYNC` or `O_DSYNC`).
    pub is_synchronous: bool,
    /// True if it was mapped into memory; what is moved through a mapping cannot be seen.
    pub is_mapped: bool,
    /// True if it had no name any more while it was open or mapped.
    pub is_deleted: bool,
    /// True if a file with its path was there after the command had ended, and was this one.
    pub exists_at_end: bool,
    /// Its size when it was seen first.
    pub first_size_bytes: Option<u64>,
    /// Its size when it was seen last, or after the command.
    pub last_size_bytes: Option<u64>,
    /// Bytes of it in the page cache when it was seen first; absent if that is not known.
    pub first_cached_bytes: Option<u64>,
    /// Bytes of it in the page cache after the command.
    pub last_cached_bytes: Option<u64>,
    /// The motion of its positions.
    #[serde(flatten)]
    pub motion: Motion,
    /// The pattern that they suggest.
    pub pattern: Pattern,
    /// Seconds after the start of the command at which it was seen first.
    pub first_seen_seconds: f64,
    /// Seconds after the start of the command at which it was seen last.
    pub last_seen_seconds: f64,
    /// The number of the device of its file system.
    pub device: DeviceNumber,
    /// True if it is a program or a library: it was mapped as code.
    #[serde(skip)]
    pub is_code: bool,
    /// The number of the file in its file system.
    #[serde(skip)]
    pub inode: u64,
}

fn lossy<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&path.to_string_lossy())
}
