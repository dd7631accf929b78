//! Linux.

mod lost_pages;
mod memory;

mod answers;
mod devices;
mod file_cache;
mod locks;
mod page_cache;
mod register;
mod residency;
mod space;
mod thread;

use std::fs::File;
use std::io;
use std::os::fd::RawFd;

use crate::transfer::Direction;

pub(crate) use lost_pages::Watch;
pub(crate) use memory::{FileMapping, HUGE_PAGE, Mapping, prefer_huge_pages};

pub(crate) use answers::{advice, file_size_is_limited, has_nothing_to_flush, is_too_many_files, reason_of_device};
pub(crate) use devices::{ALLOWED_WITH_DEVICES, HeldDevice, direct_alignment, kind_at, kind_of, length};
pub(crate) use file_cache::{
    CacheReader, forget, has_nothing_to_sync, is_open_to_write, sync_all, sync_data, sync_volume,
};
pub(crate) use locks::{is_removed, lock_for_use, try_lock_file, unlock_file};
pub(crate) use register::{
    file_clock, file_identity, new_register, open_register, path_of_bytes, read_exact_at, register_path,
};
pub(crate) use residency::{is_all_filled, residency};
pub(crate) use space::{discard, punch_hole, reserve};
pub(crate) use thread::{
    bind_thread, place_memory, set_io_priority, thread_number, thread_time, use_of_process, use_of_thread,
};

/// `IOV_MAX`: the most segments that one call scatters or gathers.
pub(crate) const MAX_SEGMENTS: usize = 1024;

/// The most bytes that one call moves (`MAX_RW_COUNT`: 2 GiB less a memory page). Unit tests see less,
/// so that they need no such memory to see a transfer split.
pub(crate) const MAX_CALL_BYTES: usize = if cfg!(test) { 1 << 20 } else { 0x7fff_f000 };

fn count(returned: isize) -> io::Result<usize> {
    usize::try_from(returned).map_err(|_| io::Error::last_os_error())
}

/// Returns the error of the last call, unless it has returned 0.
fn checked(returned: impl Into<i64>) -> io::Result<()> {
    match returned.into() {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Moves `bytes` bytes with `pread64` or `pwrite64`.
///
/// # Safety
/// `start` must be valid for `bytes` bytes, writable for a read, and no one else may use them during
/// the call.
pub(crate) unsafe fn transfer_contiguous(
    direction: Direction,
    fd: RawFd,
    start: *mut u8,
    bytes: usize,
    offset: u64,
) -> io::Result<usize> {
    let bytes = bytes.min(MAX_CALL_BYTES);
    let offset = offset as libc::off64_t;
    // SAFETY: the caller vouches for the memory.
    count(unsafe {
        match direction {
            Direction::Read => libc::pread64(fd, start.cast(), bytes, offset),
            Direction::Write => libc::pwrite64(fd, start.cast(), bytes, offset),
        }
    })
}

/// The magic number of a file's file system, as in `statfs(2)`.
pub(crate) fn file_system(file: &File) -> Option<u32> {
    let status = rustix::fs::fstatfs(file).ok()?;
    // Magic numbers have 32 bits, in a field that has more on some machines.
    Some(status.f_type as u32)
}

/// Moves the segments with `preadv2` or `pwritev2` and their flags; those beyond [`MAX_SEGMENTS`] are left for the
/// caller's next call.
///
/// # Safety
/// Each segment must be valid memory, writable for a read, and no one else may use it during the call.
pub(crate) unsafe fn transfer_segments(
    direction: Direction,
    fd: RawFd,
    segments: &[libc::iovec],
    offset: u64,
    flags: libc::c_int,
) -> io::Result<usize> {
    let number = segments.len().min(MAX_SEGMENTS) as libc::c_int;
    let offset = offset as libc::off64_t;
    // SAFETY: the caller vouches for the memory; `number` is within the slice.
    count(unsafe {
        match direction {
            Direction::Read => libc::preadv2(fd, segments.as_ptr(), number, offset, flags),
            Direction::Write => libc::pwritev2(fd, segments.as_ptr(), number, offset, flags),
        }
    })
}

/// Bytes of a page of memory, which is the unit of the page cache.
pub(crate) fn memory_page() -> u64 {
    rustix::param::page_size() as u64
}
