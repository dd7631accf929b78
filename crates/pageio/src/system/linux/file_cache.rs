//! Bringing files into the page cache and out of it, and what was written to the device.

use std::fs::File;
use std::io;

use rustix::fs::{Advice, OFlags, fadvise, fcntl_getfl, sendfile, syncfs};

/// Asks the kernel to forget what of a file has reached the device. It is advice: what it achieved is looked at.
pub(crate) fn forget(file: &File) {
    let _ = fadvise(file, 0, None, Advice::DontNeed);
}

/// Returns whether a file is open to be written; `None` where the system does not tell.
pub(crate) fn is_open_to_write(file: &File) -> Option<bool> {
    let flags = fcntl_getfl(file).ok()?;
    Some(flags & OFlags::RWMODE != OFlags::RDONLY)
}

/// Returns whether a failure to sync says that there is nothing to be synced: file systems that are only read have no
/// such call.
pub(crate) fn has_nothing_to_sync(file: &File, error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EINVAL | libc::EROFS)) && is_open_to_write(file) == Some(false)
}

/// Waits until what was written to a file has reached the device.
pub(crate) fn sync_data(file: &File) -> io::Result<()> {
    file.sync_data()
}

/// Waits until what was written to a file and all that belongs to it have reached the device.
pub(crate) fn sync_all(file: &File) -> io::Result<()> {
    file.sync_all()
}

/// Waits until all that was written to the file's volume has reached the device.
pub(crate) fn sync_volume(file: &File) -> io::Result<()> {
    Ok(syncfs(file)?)
}

/// Reads files into the page cache and keeps nothing.
#[derive(Debug)]
pub(crate) struct CacheReader {
    /// Bytes that are sent there are neither copied nor kept.
    nowhere: File,
}

impl CacheReader {
    /// Prepares to read up to `_most` bytes at a time.
    pub(crate) fn new(_most: usize) -> io::Result<Self> {
        let nowhere = File::options().write(true).open("/dev/null")?;
        Ok(Self { nowhere })
    }

    /// Reads up to `bytes` bytes from `offset` on. Returns how many, which is 0 at the end, and advances the offset.
    pub(crate) fn read(&mut self, file: &File, offset: &mut u64, bytes: usize) -> io::Result<usize> {
        Ok(sendfile(&self.nowhere, file, Some(offset), bytes)?)
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
