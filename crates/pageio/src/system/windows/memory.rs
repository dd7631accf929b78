//! Memory of its own, and views of files.

use std::io;
use std::ptr::{NonNull, null};

use windows_sys::Win32::Foundation::{CloseHandle, HANDLE};
use windows_sys::Win32::System::Memory::{
    CreateFileMappingW, FILE_MAP_READ, FILE_MAP_WRITE, FlushViewOfFile, MEM_COMMIT, MEM_RELEASE, MEM_RESERVE,
    MEMORY_MAPPED_VIEW_ADDRESS, MapViewOfFile, PAGE_READONLY, PAGE_READWRITE, UnmapViewOfFile, VirtualAlloc,
    VirtualFree,
};

use super::Handle;
use super::call::checked;

/// Bytes of a huge page. The system gives such only to who has a right that few have (`SeLockMemoryPrivilege`), so that
/// memory is of ordinary pages, but aligned as if it were of these.
pub(crate) const HUGE_PAGE: usize = 2 << 20;

/// Memory straight from the system, zeroed.
#[derive(Debug)]
pub(crate) struct Mapping {
    base: NonNull<u8>,
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
        // SAFETY: new memory at an address of the system's choice.
        let base = unsafe { VirtualAlloc(null(), mapped, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE) };
        let base = NonNull::new(base.cast::<u8>()).ok_or_else(io::Error::last_os_error)?;
        let start = if huge {
            let offset = base.as_ptr().align_offset(HUGE_PAGE);
            // SAFETY: the offset is less than the room that was added for it.
            unsafe { base.add(offset) }
        } else {
            base
        };
        Ok(Self {
            base,
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
            // SAFETY: allocated in `new`, and freed once.
            unsafe { VirtualFree(self.base.as_ptr().cast(), 0, MEM_RELEASE) };
        }
    }
}

/// The system gives no huge pages to memory that is in use.
pub(crate) fn prefer_huge_pages(_start: *mut u8, _bytes: usize) {}

/// A view of a file in memory: all of it as long as it was when it was mapped.
#[derive(Debug)]
pub(crate) struct View {
    start: NonNull<u8>,
    bytes: usize,
}

impl View {
    /// Maps the first `bytes` bytes of a file, which is not zero, for writing too if so asked.
    pub(crate) fn new(file: Handle, bytes: usize, write: bool) -> io::Result<Self> {
        let (protection, access) = match write {
            true => (PAGE_READWRITE, FILE_MAP_READ | FILE_MAP_WRITE),
            false => (PAGE_READONLY, FILE_MAP_READ),
        };
        // SAFETY: the file is open; a new mapping without a name.
        let mapping: HANDLE = unsafe {
            CreateFileMappingW(
                file.raw(),
                null(),
                protection,
                (bytes as u64 >> 32) as u32,
                bytes as u32,
                null(),
            )
        };
        if mapping.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the mapping is as long as the view; the view keeps it after its handle is closed.
        let view = unsafe {
            let view = MapViewOfFile(mapping, access, 0, 0, bytes);
            CloseHandle(mapping);
            view
        };
        let start = NonNull::new(view.Value.cast::<u8>()).ok_or_else(io::Error::last_os_error)?;
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

    /// Nothing can be told of the order of access here.
    pub(crate) fn expect_random(&self) {}

    /// Writes a range of it, which begins at a memory page, to the file. That the device has it is not waited for.
    pub(crate) fn flush(&self, first: usize, length: usize) -> io::Result<()> {
        debug_assert!(first + length <= self.bytes);
        // SAFETY: the range lies within the view.
        checked(unsafe { FlushViewOfFile(self.start.as_ptr().add(first).cast(), length) })
    }
}

impl Drop for View {
    fn drop(&mut self) {
        let address = MEMORY_MAPPED_VIEW_ADDRESS {
            Value: self.start.as_ptr().cast(),
        };
        // SAFETY: mapped in `new`, and unmapped once.
        unsafe { UnmapViewOfFile(address) };
    }
}
