//! Linux.

pub(crate) mod command;
pub(crate) mod links;
mod lost_pages;
mod memory;
pub(crate) mod names;
pub(crate) mod own_folder;
mod page_cache;
mod thread;
pub(crate) mod waiting;

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, RawFd};

use crate::transfer::Direction;

pub(crate) use lost_pages::Watch;
pub(crate) use memory::{FileMapping, HUGE_PAGE, Mapping, prefer_huge_pages};
pub(crate) use page_cache::{CacheStat, cachestat, mincore};
#[cfg(test)]
pub(crate) use thread::io_priority;
pub(crate) use thread::{Usage, bind_thread, set_io_priority, set_memory_policy, usage_of_process, usage_of_thread};

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

/// Locks a byte far behind the end of a file for its open file description: alone, or shared with others. Fails with
/// `EAGAIN` if another open file has a lock that does not permit it.
pub(crate) fn lock_for_use(file: &File, alone: bool) -> io::Result<()> {
    /// Behind the end of every file, and before the greatest offset, which some network file systems treat differently.
    const BYTE: i64 = 1 << 62;
    let lock = libc::flock64 {
        l_type: match alone {
            true => libc::F_WRLCK as libc::c_short,
            false => libc::F_RDLCK as libc::c_short,
        },
        l_whence: libc::SEEK_SET as libc::c_short,
        l_start: BYTE,
        l_len: 1,
        l_pid: 0,
    };
    // SAFETY: the kernel reads the structure behind the pointer, which lives until the call returns.
    checked(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const lock) })
}

/// A file in memory without a name, which goes when it is open nowhere.
pub(crate) fn memory_file(label: &CStr) -> io::Result<File> {
    let made = rustix::fs::memfd_create(label, rustix::fs::MemfdFlags::CLOEXEC)?;
    Ok(made.into())
}

/// Tells a block device that a part of it holds nothing any more (`BLKDISCARD` of `linux/fs.h`).
pub(crate) fn discard(device: &File, offset: u64, bytes: u64) -> io::Result<()> {
    const BLKDISCARD: libc::c_ulong = 0x1277;
    let part = [offset, bytes];
    // SAFETY: the call reads two numbers of 64 bits behind the pointer, which lives until it returns, and writes
    // nothing.
    checked(unsafe { libc::ioctl(device.as_raw_fd(), BLKDISCARD as _, part.as_ptr()) })
}

/// Returns whether this process may write files up to a certain size only (`RLIMIT_FSIZE`).
pub(crate) fn file_size_is_limited() -> bool {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Fsize).current.is_some()
}

/// Bytes of a page of memory, which is the unit of the page cache.
pub(crate) fn memory_page() -> u64 {
    rustix::param::page_size() as u64
}
