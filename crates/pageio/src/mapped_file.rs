//! A file that is read at random in memory: without a system call for each range.

use std::io;
use std::path::PathBuf;

use crate::device::length;
use crate::error::{Error, Result};
use crate::file::PageFile;
use crate::file_mapping::FileMapping;
use crate::system::Watch;
use crate::transfer::Direction;

/// A file in memory, as long as it was when it was mapped. The system reads its pages when they are first used, each
/// for itself.
///
/// Unlike [`EngineKind::MAPPED`](crate::EngineKind::MAPPED), it survives that the file is cut or the device fails:
/// that is an error of the read.
#[derive(Debug)]
pub struct MappedFile {
    // It refers to the mapping; fields drop in this order, so it goes first.
    watch: Watch,
    mapping: FileMapping,
    bytes: u64,
    path: PathBuf,
}

impl MappedFile {
    /// Maps a file. `None` if it is empty, or if that cannot be: who asked then reads it by calls.
    pub fn new(file: &PageFile) -> Option<Self> {
        let bytes = length(file.as_file()).ok().filter(|&bytes| bytes > 0)?;
        let mapping = FileMapping::new(file.descriptor(), usize::try_from(bytes).ok()?, false);
        let mapping = mapping.ok()?;
        mapping.expect_random();
        // SAFETY: the mapping is for reading alone, and outlives the watch.
        let watch = unsafe { Watch::new(mapping.start(), mapping.whole_pages()) };
        Some(Self {
            watch: watch.ok()?,
            mapping,
            bytes,
            path: file.path().to_owned(),
        })
    }

    /// The length of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Copies the bytes from `offset` on. Behind the end of the file are zeros.
    ///
    /// # Errors
    /// [`Error::Transfer`] if they cannot be read, then and from then on.
    #[inline]
    pub fn read(&self, offset: u64, into: &mut [u8]) -> Result<()> {
        // SAFETY: `into` is this call's alone. If the file was cut, zeros are copied, and the watch knows.
        let copied = unsafe {
            let memory = into.as_mut_ptr();
            self.mapping.copy(Direction::Read, memory, into.len(), offset)
        };
        into[copied..].fill(0);
        match self.watch.has_lost() {
            false => Ok(()),
            true => Err(self.lost(offset, into.len())),
        }
    }

    /// Brings bytes near the processor, those that are in memory. It is a hint.
    #[inline]
    pub fn expect(&self, offset: u64, bytes: usize) {
        self.mapping.bring_near(offset, bytes);
    }

    #[cold]
    fn lost(&self, offset: u64, bytes: usize) -> Error {
        Error::Transfer {
            direction: Direction::Read,
            path: self.path.clone(),
            offset,
            bytes,
            source: io::Error::other("the file was cut meanwhile, or its device failed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::OpenRequest;
    use crate::method::Method;

    #[test]
    fn an_empty_file_is_not_mapped() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let file = PageFile::open(file.path(), OpenRequest::read(Method::Cached)).unwrap();
        assert!(MappedFile::new(&file).is_none());
    }
}
