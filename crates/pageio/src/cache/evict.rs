//! Sending a file out of the page cache, and looking whether it went.

use std::fs::File;
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Advice, OFlags};
use serde::{Deserialize, Serialize};

use crate::cache::Residency;
use crate::cache::patience::{Attempt, until_cold};
use crate::error::{Error, Result};

/// The result of an eviction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Eviction {
    /// The part of the file that was in the cache before.
    pub before: Residency,
    /// The part that still was after.
    pub after: Residency,
}

impl Eviction {
    /// Returns whether the file is known to be out of the cache. Less than one page in a thousand may be left: another
    /// process may be reading along.
    pub fn is_cold(&self) -> bool {
        self.after.is_cold()
    }
}

/// [Evicts](crate::PageFile::evict) an open file that is not one of pages. `path` is the name that errors tell.
pub(crate) fn evict_open(file: &File, path: &Path) -> Result<Eviction> {
    evict_after(file, || match file.sync_data() {
        Err(source) if has_nothing_to_sync(file, &source) => Ok(()),
        synced => synced.map_err(|source| Error::file("flush", path, source)),
    })
}

/// Returns whether a failure to sync says that there is nothing to be synced: file systems that are only read have no
/// such call.
fn has_nothing_to_sync(file: &File, error: &io::Error) -> bool {
    let is_read_only = || {
        let flags = rustix::fs::fcntl_getfl(file);
        flags.is_ok_and(|flags| flags & OFlags::RWMODE == OFlags::RDONLY)
    };
    matches!(error.raw_os_error(), Some(libc::EINVAL | libc::EROFS)) && is_read_only()
}

/// Evicts a file: `sync` brings its written pages to the device.
pub(crate) fn evict_after(file: &File, sync: impl FnOnce() -> Result<()>) -> Result<Eviction> {
    let before = Residency::of(file);
    sync()?;
    let after = until_cold(&mut SystemCache {
        file,
        start: Instant::now(),
    });
    Ok(Eviction { before, after })
}

/// The kernel's cache and the system's clock.
struct SystemCache<'a> {
    file: &'a File,
    start: Instant,
}

impl Attempt for SystemCache<'_> {
    fn forget(&mut self) -> Residency {
        // It is advice: what it achieved is looked at.
        let _ = rustix::fs::fadvise(self.file, 0, None, Advice::DontNeed);
        Residency::of(self.file)
    }

    fn nothing_under_way(&mut self) -> bool {
        Residency::is_all_filled(self.file)
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn pause(&mut self, duration: Duration) {
        thread::sleep(duration);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_read_alone_may_be_unable_to_sync() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let read = File::open(file.path()).unwrap();
        let fails = |file, code| has_nothing_to_sync(file, &io::Error::from_raw_os_error(code));
        assert!(fails(&read, libc::EINVAL) && fails(&read, libc::EROFS));
        assert!(!fails(&read, libc::EIO));
        assert!(!fails(file.as_file(), libc::EINVAL));
    }
}
