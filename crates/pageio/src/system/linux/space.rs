//! The space of files and devices.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;

use rustix::fs::{FallocateFlags, fallocate};
use rustix::io::{Errno, retry_on_intr};

use super::checked;

/// Gives a part of a file back to the file system; it reads as zeros then. The file's size stays.
pub(crate) fn punch_hole(file: &File, offset: u64, bytes: u64) -> io::Result<()> {
    let part = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
    Ok(fallocate(file, part, offset, bytes)?)
}

/// Tells a block device that a part of it holds nothing any more (`BLKDISCARD` of `linux/fs.h`).
pub(crate) fn discard(device: &File, offset: u64, bytes: u64) -> io::Result<()> {
    const BLKDISCARD: libc::c_ulong = 0x1277;
    let part = [offset, bytes];
    // SAFETY: the call reads two numbers of 64 bits behind the pointer, which lives until it returns, and writes
    // nothing.
    checked(unsafe { libc::ioctl(device.as_raw_fd(), BLKDISCARD as _, part.as_ptr()) })
}

/// Reserves space for the first `bytes` bytes of a file, which is not zero, where the file system can. The file's size
/// becomes at least that, or stays.
pub(crate) fn reserve(file: &File, bytes: u64, keep_size: bool) -> io::Result<()> {
    let flags = match keep_size {
        true => FallocateFlags::KEEP_SIZE,
        false => FallocateFlags::empty(),
    };
    match retry_on_intr(|| fallocate(file, flags, 0, bytes)) {
        Ok(()) | Err(Errno::OPNOTSUPP | Errno::NOSYS) => Ok(()),
        Err(errno) => Err(errno.into()),
    }
}
