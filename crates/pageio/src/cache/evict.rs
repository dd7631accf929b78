//! Sending a file out of the page cache, and looking whether it went.

use serde::{Deserialize, Serialize};

use rustix::fs::Advice;

use crate::cache::Residency;
use crate::error::Result;
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
        match self.after {
            Residency::Known(resident) => resident.bytes * 1000 <= resident.file_bytes,
            Residency::Unknown => false,
        }
    }
}

/// Brings a file's written pages to the device and asks the kernel to forget all of it, then looks
/// whether it did: `POSIX_FADV_DONTNEED` frees nothing while another mapping holds the pages.
pub fn evict(file: &PageFile) -> Result<Eviction> {
    let before = Residency::of(file.as_file());
    file.sync_data()?;
    let mut after = before;
    // Pages still on the kernel's per-processor lists escape a first call now and then.
    for _ in 0..3 {
        // It is advice: what it achieved is looked at below.
        let _ = rustix::fs::fadvise(file.as_file(), 0, None, Advice::DontNeed);
        after = Residency::of(file.as_file());
        if matches!(after, Residency::Unknown) || after.bytes() == Some(0) {
            break;
        }
    }
    Ok(Eviction { before, after })
}
