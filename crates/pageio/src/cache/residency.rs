//! The part of a file that lies in the page cache.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;

use rustix::fs::{Access, AtFlags};
use serde::{Deserialize, Serialize};

use crate::device::length;
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
    /// The system does not tell: who neither owns nor may write a file gets no answer from
    /// `cachestat`, and a false one ("all of it") from `mincore`.
    Unknown,
}

impl Residency {
    /// Asks for a file.
    pub fn of(file: &File) -> Self {
        Self::ask(file, system::cachestat)
    }

    fn ask(file: &File, cachestat: impl Fn(&File) -> io::Result<system::CacheStat>) -> Self {
        let Ok(metadata) = file.metadata() else {
            return Self::Unknown;
        };
        let Ok(file_bytes) = length(file) else {
            return Self::Unknown;
        };
        let in_file = |pages: u64| pages.saturating_mul(system::memory_page()).min(file_bytes);
        if let Ok(stat) = cachestat(file) {
            return Self::Known(ResidentBytes {
                bytes: in_file(stat.cached),
                dirty: Some(in_file(stat.dirty + stat.writeback)),
                file_bytes,
                witness: ResidencySource::Cachestat,
            });
        }
        // An old kernel, or a container that hides the call. `mincore` answers truly only those who
        // own or may write the file, so that is looked at first.
        if !may_know(file, metadata.uid()) {
            return Self::Unknown;
        }
        match system::mincore(file, file_bytes) {
            Ok(pages) => Self::Known(ResidentBytes {
                bytes: in_file(pages),
                dirty: None,
                file_bytes,
                witness: ResidencySource::Mincore,
            }),
            Err(_) => Self::Unknown,
        }
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
    /// device. `cachestat` counts pages from the moment at which read-ahead asks for them, `mincore` from when they
    /// hold the file's contents.
    pub(crate) fn is_all_filled(file: &File) -> bool {
        let (Ok(metadata), Ok(file_bytes)) = (file.metadata(), length(file)) else {
            return false;
        };
        if !may_know(file, metadata.uid()) {
            return false;
        }
        // In this order: a page that is filled between the two counts as one that waits.
        let filled = system::mincore(file, file_bytes);
        match (filled, system::cachestat(file)) {
            (Ok(filled), Ok(held)) => filled >= held.cached,
            _ => false,
        }
    }
}

/// Returns whether this process owns the file or may write it (mm/mincore.c, `can_do_mincore`). That it is the
/// superuser is not enough: in a container it may be so for its own files only.
fn may_know(file: &File, owner: u32) -> bool {
    rustix::process::geteuid().as_raw() == owner
        || rustix::fs::accessat(
            file.as_fd(),
            c"",
            Access::WRITE_OK,
            AtFlags::EMPTY_PATH | AtFlags::EACCESS,
        )
        .is_ok()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_just_written_is_resident_and_both_witnesses_agree() {
        // Beside the crate, not in the system's temporary folder, which may be in memory.
        let mut file = tempfile::tempfile_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        file.write_all(&vec![1; 1_000_001]).unwrap();
        let refuse = |_: &File| Err(io::ErrorKind::Unsupported.into());
        let by_mincore = Residency::ask(&file, refuse);
        let Residency::Known(by_mincore) = by_mincore else {
            panic!("the owner of a file may know")
        };
        assert_eq!(by_mincore.witness, ResidencySource::Mincore);
        assert_eq!(by_mincore.bytes, 1_000_001);
        if let Residency::Known(resident) = Residency::of(&file) {
            assert_eq!(resident.bytes, by_mincore.bytes);
            assert!((resident.share() - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn an_empty_file_has_nothing_resident() {
        let file = tempfile::tempfile().unwrap();
        assert_eq!(Residency::of(&file).bytes(), Some(0));
    }
}
