//! Locks of open files.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

use super::checked;

/// Locks a byte far behind the end of a file for its open file description: alone, or shared with others
/// (`F_OFD_SETLK`). Returns `false` if another open file has a lock that does not permit it. A file system without such
/// locks permits everything.
pub(crate) fn lock_for_use(file: &File, alone: bool) -> io::Result<bool> {
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
    let locked = checked(unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, &raw const lock) });
    match locked {
        Ok(()) => Ok(true),
        Err(error) => match error.raw_os_error() {
            Some(libc::EAGAIN | libc::EACCES) => Ok(false),
            Some(libc::EINVAL | libc::ENOLCK | libc::ENOSYS | libc::EOPNOTSUPP) => Ok(true),
            _ => Err(error),
        },
    }
}

/// Locks a file as a whole (`flock`): alone, or shared with others. Returns `false` if another open file has a lock
/// that does not permit it.
///
/// # Errors
/// Fails where the file system has no such locks.
pub(crate) fn try_lock_file(file: &File, alone: bool) -> io::Result<bool> {
    let operation = if alone {
        FlockOperation::NonBlockingLockExclusive
    } else {
        FlockOperation::NonBlockingLockShared
    };
    match flock(file, operation) {
        Ok(()) => Ok(true),
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Gives up the lock of a file as a whole.
pub(crate) fn unlock_file(file: &File) -> io::Result<()> {
    Ok(flock(file, FlockOperation::Unlock)?)
}

/// Returns whether an open file has no name any more; `false` where the system does not tell.
pub(crate) fn is_removed(file: &File) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.nlink() == 0)
}
