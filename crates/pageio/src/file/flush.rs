//! Bringing what was written to the device, and files out of the page cache.

use std::io;

use super::PageFile;
use crate::cache::{Eviction, evict_after};
use crate::device::Kind;
use crate::error::Result;
use crate::system;

impl PageFile {
    /// Waits until what was written has reached the device (`fdatasync`).
    ///
    /// # Errors
    /// [`File`](crate::Error::File) where the device does not take it.
    pub fn sync_data(&self) -> Result<()> {
        self.waited(system::sync_data(&self.file))
    }

    /// Waits until what was written and all that belongs to the file have reached the device (`fsync`).
    ///
    /// # Errors
    /// [`File`](crate::Error::File) where the device does not take it.
    pub fn sync_all(&self) -> Result<()> {
        self.waited(system::sync_all(&self.file))
    }

    /// Waits until all that was written to the file's volume has reached the device (`syncfs`), or to the device
    /// itself. Windows flushes the file alone.
    ///
    /// # Errors
    /// [`File`](crate::Error::File) where the device does not take it.
    pub fn settle_volume(&self) -> Result<()> {
        match self.kind.is_device() {
            true => self.sync_all(),
            false => self.waited(system::sync_volume(&self.file)),
        }
    }

    fn waited(&self, waited: io::Result<()>) -> Result<()> {
        match (waited, self.kind) {
            // The kernel refuses to flush what keeps nothing, and all of that is where it belongs.
            (Err(source), Kind::MemoryDevice(_)) if system::has_nothing_to_flush(&source) => Ok(()),
            (waited, _) => waited.map_err(|source| self.error("flush", source)),
        }
    }

    /// Brings its written pages to the device and asks the kernel to forget all of it, then looks whether it did.
    ///
    /// `POSIX_FADV_DONTNEED` frees nothing while another mapping holds the pages, nor while the device is
    /// still filling them: read-ahead that a reader left behind goes a moment later, which on a slow device
    /// is seconds. So it is asked again for as long as the cache empties, up to 15 s, but for no more than
    /// 2 s without progress, and not at all once no page is known to be under way.
    ///
    /// # Errors
    /// [`File`](crate::Error::File) where its written pages do not reach the device.
    pub fn evict(&self) -> Result<Eviction> {
        evict_after(&self.file, || self.sync_data())
    }

    /// Asks the kernel to forget what of it has reached the device already. It is a hint, and nothing waits:
    /// [`evict`](Self::evict) does.
    pub fn forget(&self) {
        system::forget(&self.file);
    }
}
