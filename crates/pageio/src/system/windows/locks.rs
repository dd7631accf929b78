//! Locks of open files.

use std::fs::File;
use std::io;

use windows_sys::Win32::Foundation::{ERROR_ACCESS_DENIED, ERROR_LOCK_VIOLATION};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_STANDARD_INFO, FileStandardInfo, LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx, UnlockFileEx,
};

use super::answers::{is_unsupported, number};
use super::call::{information, waited};
use super::is_open_to_write;

/// The byte whose lock keeps those who change a file apart from those who read it: behind the end of every file.
const BYTE_OF_USE: u64 = 1 << 62;

/// The byte whose lock is that of the file as a whole.
const BYTE_OF_FILE: u64 = BYTE_OF_USE + (1 << 20);

/// Locks a byte far behind the end of a file for its open file: alone, or shared with others. Returns `false` if
/// another open file has a lock that does not permit it. A file system without such locks permits everything.
///
/// An open file that has the lock shared with others is another one here: it does not get it alone as well.
pub(crate) fn lock_for_use(file: &File, alone: bool) -> io::Result<bool> {
    if alone && is_open_to_write(file) == Some(false) {
        return Err(io::Error::from_raw_os_error(ERROR_ACCESS_DENIED.cast_signed()));
    }
    match try_lock(file, BYTE_OF_USE, alone) {
        Err(error) if is_unsupported(&error) => Ok(true),
        tried => tried,
    }
}

/// Locks a file as a whole: alone, or shared with others. Returns `false` if another open file has a lock that does not
/// permit it. It may be read and written all the same.
///
/// # Errors
/// Fails where the file system has no such locks.
pub(crate) fn try_lock_file(file: &File, alone: bool) -> io::Result<bool> {
    try_lock(file, BYTE_OF_FILE, alone)
}

/// Gives up the lock of a file as a whole.
pub(crate) fn unlock_file(file: &File) -> io::Result<()> {
    waited(file, BYTE_OF_FILE, |handle, overlapped| {
        // SAFETY: the handle is open, and the structure lives until the call has ended.
        unsafe { UnlockFileEx(handle, 0, 1, 0, overlapped) }
    })
}

fn try_lock(file: &File, byte: u64, alone: bool) -> io::Result<bool> {
    let flags = match alone {
        true => LOCKFILE_FAIL_IMMEDIATELY | LOCKFILE_EXCLUSIVE_LOCK,
        false => LOCKFILE_FAIL_IMMEDIATELY,
    };
    let locked = waited(file, byte, |handle, overlapped| {
        // SAFETY: the handle is open, and the structure lives until the call has ended.
        unsafe { LockFileEx(handle, flags, 0, 1, 0, overlapped) }
    });
    match locked {
        Ok(()) => Ok(true),
        Err(error) if number(&error) == Some(ERROR_LOCK_VIOLATION) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns whether an open file has no name any more, or loses it once it is closed; `false` where the system does not
/// tell.
pub(crate) fn is_removed(file: &File) -> bool {
    // SAFETY: the structure is that of the class, and has numbers only; its truths are numbers of 8 bits.
    let told: io::Result<FILE_STANDARD_INFO> = unsafe { information(file, FileStandardInfo) };
    told.is_ok_and(|told| told.NumberOfLinks == 0 || told.DeletePending)
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;

    use super::*;

    #[test]
    fn the_lock_of_a_file_is_given_up() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let open = || OpenOptions::new().read(true).write(true).open(&path).unwrap();
        let (one, other) = (open(), open());
        assert!(try_lock_file(&one, true).unwrap());
        assert!(!try_lock_file(&other, false).unwrap());
        assert!(lock_for_use(&other, true).unwrap());
        unlock_file(&one).unwrap();
        assert!(try_lock_file(&other, false).unwrap());
    }

    #[test]
    fn a_file_with_a_name_is_not_removed() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(!is_removed(file.as_file()));
    }
}
