//! Linux.

mod lengths;
mod lost_pages;
mod memory;
mod open;
mod page_cache;
mod thread;
mod transfers;

use std::ffi::CStr;
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

pub(crate) use lengths::{reserve_part, set_length};
pub(crate) use lost_pages::Watch;
pub(crate) use memory::{HUGE_PAGE, Mapping, View, prefer_huge_pages};
pub(crate) use open::{
    advise, expect, handle, is_direct_refused, is_invalid, is_same_file, open_again, open_file, refusal_of_argument,
    refusal_of_file, refusal_of_offset,
};
pub(crate) use page_cache::{CacheStat, cachestat, mincore};
#[cfg(test)]
pub(crate) use thread::io_priority;
pub(crate) use thread::{Usage, bind_thread, set_io_priority, set_memory_policy, usage_of_process, usage_of_thread};
pub(crate) use transfers::{
    CALLS, CallFlags, Handle, MAX_CALL_BYTES, MAX_SEGMENTS, Segment, call_flags, length_of, segment,
    transfer_contiguous, transfer_segments, use_of,
};

/// Returns the error of the last call, unless it has returned 0.
fn checked(returned: impl Into<i64>) -> io::Result<()> {
    match returned.into() {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// The magic number of a file's file system, as in `statfs(2)`.
pub(crate) fn file_system(file: &File) -> Option<u32> {
    let status = rustix::fs::fstatfs(file).ok()?;
    // Magic numbers have 32 bits, in a field that has more on some machines.
    Some(status.f_type as u32)
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
