//! Files in memory.

use std::io;

use crate::near::bring_range_near;
use crate::system::{self, Handle, View};
use crate::transfer::Direction;

/// A file in memory: all of it as long as it was when it was mapped.
#[derive(Debug)]
pub(crate) struct FileMapping(View);

impl FileMapping {
    /// Maps the first `bytes` bytes of a file, which is not zero, for writing too if so asked.
    pub(crate) fn new(file: Handle, bytes: usize, write: bool) -> io::Result<Self> {
        View::new(file, bytes, write).map(Self)
    }

    /// The address of its first byte.
    pub(crate) fn start(&self) -> usize {
        self.0.start().as_ptr() as usize
    }

    /// Its length in whole pages of memory, in bytes.
    pub(crate) fn whole_pages(&self) -> usize {
        self.0.bytes().next_multiple_of(system::memory_page() as usize)
    }

    /// Tells the kernel that its pages are used in no order: each is then read by itself.
    pub(crate) fn expect_random(&self) {
        self.0.expect_random();
    }

    /// Brings bytes that are in memory near the processor.
    #[inline]
    pub(crate) fn bring_near(&self, offset: u64, bytes: usize) {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = bytes.min(self.0.bytes().saturating_sub(offset));
        bring_range_near(self.0.start().as_ptr().wrapping_add(offset), bytes);
    }

    /// Copies up to `bytes` bytes between the file and memory, fewer where the file ended.
    ///
    /// # Safety
    /// `memory` must be valid for `bytes` bytes, writable for a read, and no one else may use them during
    /// the call. The mapping must have been made for writing if the direction is that, and the file must not
    /// have been cut since.
    pub(crate) unsafe fn copy(&self, direction: Direction, memory: *mut u8, bytes: usize, offset: u64) -> usize {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let bytes = bytes.min(self.0.bytes().saturating_sub(offset));
        if bytes == 0 {
            return 0;
        }
        // SAFETY: `offset + bytes` lies within the mapping, and the caller vouches for the memory.
        unsafe {
            let place = self.0.start().as_ptr().add(offset);
            match direction {
                Direction::Read => std::ptr::copy_nonoverlapping(place, memory, bytes),
                Direction::Write => std::ptr::copy_nonoverlapping(memory, place, bytes),
            }
        }
        bytes
    }

    /// Waits until a range that was written has reached the device.
    pub(crate) fn flush(&self, offset: u64, bytes: usize) -> io::Result<()> {
        let page = system::memory_page() as usize;
        let offset = (offset as usize).min(self.0.bytes());
        let first = offset / page * page;
        let length = bytes.min(self.0.bytes() - offset) + (offset - first);
        self.0.flush(first, length)
    }
}
