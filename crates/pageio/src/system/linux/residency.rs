//! The part of a file that lies in the page cache.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;

use rustix::fs::{Access, AtFlags};

use super::page_cache::{CacheStat, cachestat, mincore};
use super::{length, memory_page};
use crate::cache::{Residency, ResidencySource, ResidentBytes};

/// True if the system tells what the cache holds.
pub(crate) const IS_TOLD: bool = true;

/// Returns the part of a file that lies in the page cache.
pub(crate) fn residency(file: &File) -> Residency {
    ask(file, cachestat)
}

fn ask(file: &File, cachestat: impl Fn(&File) -> io::Result<CacheStat>) -> Residency {
    let Ok(metadata) = file.metadata() else {
        return Residency::Unknown;
    };
    let Ok(file_bytes) = length(file) else {
        return Residency::Unknown;
    };
    let in_file = |pages: u64| pages.saturating_mul(memory_page()).min(file_bytes);
    if let Ok(stat) = cachestat(file) {
        return Residency::Known(ResidentBytes {
            bytes: in_file(stat.cached),
            dirty: Some(in_file(stat.dirty + stat.writeback)),
            file_bytes,
            witness: ResidencySource::Cachestat,
        });
    }
    // An old kernel, or a container that hides the call. `mincore` answers truly only those who
    // own or may write the file, so that is looked at first.
    if !may_know(file, metadata.uid()) {
        return Residency::Unknown;
    }
    match mincore(file, file_bytes) {
        Ok(pages) => Residency::Known(ResidentBytes {
            bytes: in_file(pages),
            dirty: None,
            file_bytes,
            witness: ResidencySource::Mincore,
        }),
        Err(_) => Residency::Unknown,
    }
}

/// Returns whether every page of a file that the cache holds is known to be filled. `cachestat` counts pages from the
/// moment at which read-ahead asks for them, `mincore` from when they hold the file's contents.
pub(crate) fn is_all_filled(file: &File) -> bool {
    let (Ok(metadata), Ok(file_bytes)) = (file.metadata(), length(file)) else {
        return false;
    };
    if !may_know(file, metadata.uid()) {
        return false;
    }
    // In this order: a page that is filled between the two counts as one that waits.
    let filled = mincore(file, file_bytes);
    match (filled, cachestat(file)) {
        (Ok(filled), Ok(held)) => filled >= held.cached,
        _ => false,
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
    use crate::cache::StorageIo;

    #[test]
    fn a_file_just_written_is_resident_and_both_witnesses_agree() {
        // Beside the crate, not in the system's temporary folder, which may be in memory.
        let mut file = tempfile::tempfile_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        file.write_all(&vec![1; 1_000_001]).unwrap();
        let refuse = |_: &File| Err(io::ErrorKind::Unsupported.into());
        let by_mincore = ask(&file, refuse);
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

    #[test]
    fn this_process_has_counters() {
        assert!(StorageIo::now().is_ok());
    }
}
