//! The length and the space of files.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

use super::PageFile;
use crate::device::Kind;
use crate::error::Result;
use crate::system::{self, discard, punch_hole};

/// Gives the space of a part of a file back to the file system, where that can be; the part reads as zeros then.
/// The file's size stays.
pub fn release_space(path: &Path, offset: u64, bytes: u64) {
    let Ok(file) = OpenOptions::new().write(true).open(path) else {
        return;
    };
    // Where it cannot be, the space is given back with the file.
    let _ = punch_hole(&file, offset, bytes);
}

impl PageFile {
    /// Cuts or extends it; what is added reads as zeros.
    ///
    /// # Errors
    /// [`File`](crate::Error::File) where the system does not change it.
    pub fn set_size(&self, bytes: u64) -> Result<()> {
        self.file
            .set_len(bytes)
            .map_err(|source| self.error("set the size of", source))
    }

    /// Gives the space of a part back: to the file system by a hole that reads as zeros, or to the device, which may
    /// then give anything for it. Its length stays.
    ///
    /// # Errors
    /// [`File`](crate::Error::File) where the file system or device cannot do so.
    pub fn trim(&self, offset: u64, bytes: u64) -> Result<()> {
        loop {
            let trimmed = match self.kind {
                Kind::Block => discard(&self.file, offset, bytes),
                _ => punch_hole(&self.file, offset, bytes),
            };
            match trimmed {
                Err(source) if source.kind() == io::ErrorKind::Interrupted => continue,
                trimmed => return trimmed.map_err(|source| self.error("trim", source)),
            }
        }
    }

    /// Reserves space for `bytes` bytes from the start without writing them, where the file system
    /// can. The file's size becomes at least that.
    ///
    /// # Errors
    /// [`File`](crate::Error::File) where there is not that much space.
    pub fn reserve(&self, bytes: u64) -> Result<()> {
        self.reserve_with(bytes, false)
    }

    /// The same, but the file's size stays what it is. Windows keeps such space until the file is closed.
    ///
    /// # Errors
    /// [`File`](crate::Error::File) where there is not that much space.
    pub fn reserve_beyond_the_end(&self, bytes: u64) -> Result<()> {
        self.reserve_with(bytes, true)
    }

    fn reserve_with(&self, bytes: u64, keep_size: bool) -> Result<()> {
        if bytes == 0 {
            return Ok(());
        }
        let reserved = system::reserve(&self.file, bytes, keep_size);
        reserved.map_err(|source| self.error("reserve space for", source))
    }
}
