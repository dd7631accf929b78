//! The counts of what of a file lies in the page cache.

use serde::{Deserialize, Serialize};

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResidencySource {
    /// `cachestat(2)`, since Linux 6.5.
    Cachestat,
    /// `mincore(2)` over a mapping of the file.
    Mincore,
}

/// The part of a file that is in the page cache, in bytes. Whole memory pages are counted, so a file's last, partial
/// page counts as a whole one at most up to the file's size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResidentBytes {
    /// Bytes of the file in the cache.
    pub bytes: u64,
    /// Of them, bytes that have yet to reach the device; `None` when the witness cannot tell.
    pub dirty: Option<u64>,
    /// The file's length.
    pub file_bytes: u64,
    /// Who says so.
    pub witness: ResidencySource,
}

impl ResidentBytes {
    /// The share of the file that is in the cache, from 0 to 1. An empty file has none.
    pub fn share(&self) -> f64 {
        if self.file_bytes == 0 {
            0.0
        } else {
            self.bytes as f64 / self.file_bytes as f64
        }
    }
}

/// The part of a file that lies in the page cache, where that can be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Residency {
    /// Known.
    Known(ResidentBytes),
    /// The system does not tell. On Linux, who neither owns nor may write a file gets no answer from
    /// `cachestat`, and a false one ("all of it") from `mincore`. Windows never tells.
    Unknown,
}
