//! Mapped memory: of its own, or that of a file.

use std::io;
use std::ptr::NonNull;

use super::{Handle, checked};

/// Bytes of a huge page.
pub(crate) const HUGE_PAGE: usize = 2 << 20;

/// Memory straight from the kernel, zeroed. Unlike the allocator's, it is fresh each time, so that the
/// kernel chooses its pages as this asks for them.
#[derive(Debug)]
pub(crate) struct Mapping {
    base: NonNull<u8>,
    mapped: usize,
    start: NonNull<u8>,
    abandoned: bool,
}

impl Mapping {
    /// `bytes` bytes, which is not zero: of huge pages where the system gives them, or of ordinary
    /// ones.
    pub(crate) fn new(bytes: usize, huge: bool) -> io::Result<Self> {
        // Room to begin at a multiple of a huge page.
        let mapped = if huge {
            bytes.checked_add(HUGE_PAGE).ok_or(io::ErrorKind::OutOfMemory)?
        } else {
            bytes
        };
        // SAFETY: a new anonymous mapping at an address of the kernel's choice.
        let base = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                mapped,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = NonNull::new(base.cast::<u8>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let (start, advice) = if huge {
            let offset = base.as_ptr().align_offset(HUGE_PAGE);
            // SAFETY: the offset is less than the room that was added for it.
            (unsafe { base.add(offset) }, libc::MADV_HUGEPAGE)
        } else {
            (base, libc::MADV_NOHUGEPAGE)
        };
        // It is advice: a refusal costs speed alone.
        // SAFETY: the range lies within the mapping, and the advice changes no contents.
        unsafe { libc::madvise(start.as_ptr().cast(), bytes, advice) };
        Ok(Self {
            base,
            mapped,
            start,
            abandoned: false,
        })
    }

    /// Where it starts: at a multiple of a page of the kind that was asked for.
    pub(crate) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Never gives the memory back: the kernel may still be writing to it.
    pub(crate) fn abandon(&mut self) {
        self.abandoned = true;
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        if !self.abandoned {
            // SAFETY: mapped in `new` with this length, and unmapped once.
            unsafe { libc::munmap(self.base.as_ptr().cast(), self.mapped) };
        }
    }
}

/// Asks for huge pages in a range of memory, as far as whole ones lie in it, and for those in use to become such. It is
/// advice: a refusal costs speed alone.
pub(crate) fn prefer_huge_pages(start: *mut u8, bytes: usize) {
    let skipped = start.align_offset(HUGE_PAGE);
    let whole = bytes.saturating_sub(skipped) / HUGE_PAGE * HUGE_PAGE;
    for advice in [libc::MADV_HUGEPAGE, libc::MADV_COLLAPSE] {
        // SAFETY: the advice changes no contents, and is refused for addresses without memory.
        unsafe { libc::madvise(start.wrapping_add(skipped).cast(), whole, advice) };
    }
}

/// A view of a file in memory: all of it as long as it was when it was mapped.
#[derive(Debug)]
pub(crate) struct View {
    start: NonNull<u8>,
    bytes: usize,
}

impl View {
    /// Maps the first `bytes` bytes of a file, which is not zero, for writing too if so asked.
    pub(crate) fn new(handle: Handle, bytes: usize, write: bool) -> io::Result<Self> {
        let protection = if write {
            libc::PROT_READ | libc::PROT_WRITE
        } else {
            libc::PROT_READ
        };
        // SAFETY: a new mapping at an address of the kernel's choice.
        let start = unsafe { libc::mmap64(std::ptr::null_mut(), bytes, protection, libc::MAP_SHARED, handle, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(start.cast::<u8>()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self { start, bytes })
    }

    /// The address of its first byte.
    pub(crate) fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Its length in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Tells the kernel that its pages are used in no order: each is then read by itself.
    pub(crate) fn expect_random(&self) {
        // It is advice: a refusal costs speed alone.
        // SAFETY: the range is the mapping, and the advice changes no contents.
        unsafe { libc::madvise(self.start.as_ptr().cast(), self.bytes, libc::MADV_RANDOM) };
    }

    /// Waits until a range of it, which begins at a memory page, has reached the device.
    pub(crate) fn flush(&self, first: usize, length: usize) -> io::Result<()> {
        debug_assert!(first <= self.bytes);
        // SAFETY: the range begins at a page within the mapping; the call fails for what lies beyond it.
        checked(unsafe { libc::msync(self.start.as_ptr().add(first).cast(), length, libc::MS_SYNC) })
    }
}

impl Drop for View {
    fn drop(&mut self) {
        // SAFETY: mapped in `new` with this length, and unmapped once.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.bytes) };
    }
}
