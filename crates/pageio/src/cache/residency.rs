//! The part of a file that lies in the page cache.

use std::fs::File;

pub use super::resident_bytes::{Residency, ResidencySource, ResidentBytes};
use crate::system;

impl Residency {
    /// Asks for a file.
    pub fn of(file: &File) -> Self {
        system::residency(file)
    }

    /// Returns whether this system tells it of any file.
    pub const fn is_told() -> bool {
        system::IS_TOLD
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
