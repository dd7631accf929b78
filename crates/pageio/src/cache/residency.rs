//! The part of a file that lies in the page cache.

use std::fs::File;

use serde::{Deserialize, Serialize};

use crate::system;

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

impl Residency {
    /// Asks for a file.
    pub fn of(file: &File) -> Self {
        system::residency(file)
    }

    /// Bytes in the cache, where known.
    pub fn bytes(&self) -> Option<u64> {
        match self {
            Self::Known(resident) => Some(resident.bytes),
            Self::Unknown => None,
        }
    }

    /// Returns whether the file is known to be out of the cache, but for less than one page in a thousand.
    pub(crate) fn is_cold(&self) -> bool {
        match self {
            Self::Known(resident) => resident.bytes.saturating_mul(1000) <= resident.file_bytes,
            Self::Unknown => false,
        }
    }

    /// Returns whether every page of a file that the cache holds is known to be filled, so that none waits for the
    /// device.
    pub(crate) fn is_all_filled(file: &File) -> bool {
        system::is_all_filled(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_cold_but_for_one_page_in_a_thousand() {
        let held = |bytes| {
            let resident = ResidentBytes {
                bytes,
                dirty: None,
                file_bytes: 1_000_000,
                witness: ResidencySource::Mincore,
            };
            (resident.share(), Residency::Known(resident).is_cold())
        };
        assert_eq!(held(0), (0.0, true));
        assert_eq!(held(1_000), (0.001, true));
        assert_eq!(held(500_000), (0.5, false));
        assert!(!Residency::Unknown.is_cold());
        assert_eq!(Residency::Unknown.bytes(), None);
    }
}
