//! The status of a file.

/// Which file one is, and how it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStatus {
    /// The device or volume that it is on.
    pub device: u64,
    /// Its number there, which no other file has as long as it exists.
    pub number: u64,
    /// Its length in bytes.
    pub bytes: u64,
    /// Seconds and nanoseconds from 1970 to the last time that its content changed. On Windows, the time of what was
    /// written last is that at which it was closed.
    pub changed: (i64, i64),
    /// The number of its names.
    pub names: u64,
}

impl FileStatus {
    /// Returns whether both are of the same file, changed or not.
    pub fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.number) == (other.device, other.number)
    }
}
