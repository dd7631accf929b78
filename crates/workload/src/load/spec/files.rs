//! The files of a load, and which of them is next.

use std::path::PathBuf;

use super::Distribution;

/// A file, and its used part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadFile {
    /// The path.
    pub path: PathBuf,
    /// The offset of the part.
    pub offset: u64,
    /// The offset in the part at which sequential order begins; it then continues at the part's start until all of it
    /// is done.
    pub start: u64,
    /// The bytes of the part; `None` for the rest of the existing file or device.
    pub bytes: Option<u64>,
    /// The size of the file when it is created or extended; `None` for the end of the part.
    pub file_bytes: Option<u64>,
}

/// The choice of the next file.
#[derive(Clone, Debug, PartialEq)]
pub enum FileChoice {
    /// In turn, after a number of consecutive blocks.
    RoundRobin {
        /// The consecutive blocks, at least 1.
        blocks: u64,
    },
    /// Each to its end.
    Sequential,
    /// Random, after a number of consecutive blocks.
    Random {
        /// The consecutive blocks, at least 1.
        blocks: u64,
        /// The probability of each file.
        distribution: Distribution,
    },
}

impl LoadFile {
    /// Creates the first `bytes` bytes of a file.
    pub fn new(path: impl Into<PathBuf>, bytes: u64) -> Self {
        Self {
            path: path.into(),
            offset: 0,
            start: 0,
            bytes: Some(bytes),
            file_bytes: None,
        }
    }
}
