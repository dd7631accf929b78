//! Transfers between open files and memory.

use std::io;
use std::os::fd::{BorrowedFd, RawFd};

use rustix::fs::{OFlags, fcntl_getfl};

use super::devices::length;
use crate::transfer::{CallOptions, Direction};

/// `IOV_MAX`: the most segments that one call scatters or gathers.
pub(crate) const MAX_SEGMENTS: usize = 1024;

/// The most bytes that one call moves (`MAX_RW_COUNT`: 2 GiB less a memory page). Unit tests see less,
/// so that they need no such memory to see a transfer split.
pub(crate) const MAX_CALL_BYTES: usize = if cfg!(test) { 1 << 20 } else { 0x7fff_f000 };

/// The names of the calls that are counted: those that read and write one segment, several, that wait for several
/// transfers, and that flush a file and its content.
pub(crate) const CALL_NAMES: [&str; 7] = [
    "pread64",
    "pwrite64",
    "preadv2",
    "pwritev2",
    "io_uring_enter",
    "fsync",
    "fdatasync",
];

/// The calls that move one run of memory, in words.
pub(crate) const CALLS: &str = "pread and pwrite";

/// An open file of a queue, as the calls name it.
pub(crate) type Handle = RawFd;

/// A run of memory in a call that scatters or gathers.
pub(crate) type Segment = libc::iovec;

/// `RWF_*`.
pub(crate) type CallFlags = libc::c_int;

/// Returns the flags for what is asked of transfers.
pub(crate) fn call_flags(options: CallOptions) -> CallFlags {
    let flag = |is_set: bool, flag| if is_set { flag } else { 0 };
    flag(options.no_wait, libc::RWF_NOWAIT)
        | flag(options.uncached, libc::RWF_DONTCACHE)
        | flag(options.polled, libc::RWF_HIPRI)
}

/// Returns a run of memory.
pub(crate) fn segment(start: *mut u8, bytes: usize) -> Segment {
    libc::iovec {
        iov_base: start.cast(),
        iov_len: bytes,
    }
}

/// Borrows a file of a queue for a call.
pub(super) fn borrowed(handle: Handle) -> BorrowedFd<'static> {
    // SAFETY: the queue's files are open for as long as it is, and what is borrowed is used for one call of it.
    unsafe { BorrowedFd::borrow_raw(handle) }
}

/// Returns the length of a file of a queue.
pub(crate) fn length_of(handle: Handle) -> io::Result<u64> {
    length(borrowed(handle))
}

/// Returns whether a file of a queue can be read and written, and whether its writes wait for the device.
pub(crate) fn use_of(handle: Handle) -> io::Result<(bool, bool)> {
    let flags = fcntl_getfl(borrowed(handle))?;
    Ok((
        flags.intersects(OFlags::RDWR),
        flags.intersects(OFlags::DSYNC | OFlags::SYNC),
    ))
}

fn count(returned: isize) -> io::Result<usize> {
    usize::try_from(returned).map_err(|_| io::Error::last_os_error())
}

/// Moves `bytes` bytes with `pread64` or `pwrite64`.
///
/// # Safety
/// `start` must be valid for `bytes` bytes, writable for a read, and no one else may use them during
/// the call.
pub(crate) unsafe fn transfer_contiguous(
    direction: Direction,
    handle: Handle,
    start: *mut u8,
    bytes: usize,
    offset: u64,
) -> io::Result<usize> {
    let bytes = bytes.min(MAX_CALL_BYTES);
    let offset = offset as libc::off64_t;
    // SAFETY: the caller vouches for the memory.
    count(unsafe {
        match direction {
            Direction::Read => libc::pread64(handle, start.cast(), bytes, offset),
            Direction::Write => libc::pwrite64(handle, start.cast(), bytes, offset),
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
    handle: Handle,
    segments: &[Segment],
    offset: u64,
    flags: CallFlags,
) -> io::Result<usize> {
    let number = segments.len().min(MAX_SEGMENTS) as libc::c_int;
    let offset = offset as libc::off64_t;
    // SAFETY: the caller vouches for the memory; `number` is within the slice.
    count(unsafe {
        match direction {
            Direction::Read => libc::preadv2(handle, segments.as_ptr(), number, offset, flags),
            Direction::Write => libc::pwritev2(handle, segments.as_ptr(), number, offset, flags),
        }
    })
}
