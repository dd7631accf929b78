//! Sending a file out of the page cache, and looking whether it went.

use std::fs::File;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::Advice;
use serde::{Deserialize, Serialize};

use crate::cache::Residency;
use crate::cache::patience::{Attempt, until_cold};
use crate::error::{Error, Result};
use crate::file::PageFile;

/// What an eviction came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Eviction {
    /// What was in the cache before.
    pub before: Residency,
    /// What still was after.
    pub after: Residency,
}

impl Eviction {
    /// Whether the file is known to be out of the cache. Less than one page in a thousand may be left:
    /// another process may be reading along.
    pub fn is_cold(&self) -> bool {
        self.after.is_cold()
    }
}

/// Brings a file's written pages to the device and asks the kernel to forget all of it, then looks
/// whether it did.
///
/// `POSIX_FADV_DONTNEED` frees nothing while another mapping holds the pages, nor while the device is
/// still filling them: read-ahead that a reader left behind goes a moment later, which on a slow device
/// is seconds. So it is asked again for as long as the cache empties, up to 15 s, but for no more than
/// 2 s without progress, and not at all once no page is known to be under way.
///
/// # Errors
/// [`Error::File`] where its written pages do not reach the device.
pub fn evict(file: &PageFile) -> Result<Eviction> {
    evict_after(file.as_file(), || file.sync_data())
}

/// The same for an open file that is not one of pages. `path` is the name that errors tell.
pub(crate) fn evict_open(file: &File, path: &Path) -> Result<Eviction> {
    evict_after(file, || {
        file.sync_data()
            .map_err(|source| Error::file("flush", path, source))
    })
}

fn evict_after(file: &File, sync: impl FnOnce() -> Result<()>) -> Result<Eviction> {
    let before = Residency::of(file);
    sync()?;
    let after = until_cold(&mut Real {
        file,
        start: Instant::now(),
    });
    Ok(Eviction { before, after })
}

/// The kernel's cache and the system's clock.
struct Real<'a> {
    file: &'a File,
    start: Instant,
}

impl Attempt for Real<'_> {
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
