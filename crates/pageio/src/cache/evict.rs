//! Sending a file out of the page cache, and looking whether it went.

use std::fs::File;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::cache::Residency;
use crate::cache::patience::{Attempt, until_cold};
use crate::error::{Error, Result};
use crate::system;

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
    evict_after(file, || match system::sync_data(file) {
        Err(source) if system::has_nothing_to_sync(file, &source) => Ok(()),
        synced => synced.map_err(|source| Error::file("flush", path, source)),
    })
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
        system::forget(self.file);
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
