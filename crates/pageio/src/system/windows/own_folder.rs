//! The locks, owners and space of folders that belong to a process.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::windows::fs::FileTypeExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;

use windows_sys::Win32::Foundation::{ERROR_IO_PENDING, ERROR_LOCK_VIOLATION};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_STANDARD_INFO, FileStandardInfo, GetFileInformationByHandleEx, LOCKFILE_EXCLUSIVE_LOCK,
    LOCKFILE_FAIL_IMMEDIATELY, LockFileEx, UnlockFileEx,
};
use windows_sys::Win32::System::IO::{OVERLAPPED, OVERLAPPED_0, OVERLAPPED_0_0};

use super::call::{checked, is_number};

/// The upper half of the offset of the byte that is locked: behind the end of every file, since nobody else can read
/// or write what is locked.
const BYTE_HIGH: u32 = 1 << 30;

/// Locks a file for its handle, alone. Returns `false` if another one has it. The content can still be read.
///
/// # Errors
///
/// The error of the system, such as that the file system has no locks.
pub(crate) fn lock(file: &File) -> io::Result<bool> {
    let flags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    let mut place = place();
    // SAFETY: the handle is open, and the place lives until the call returns; it does not wait.
    let locked = checked(unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &raw mut place) });
    match locked {
        Ok(()) => Ok(true),
        Err(error) if is_number(&error, ERROR_LOCK_VIOLATION) || is_number(&error, ERROR_IO_PENDING) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Gives the lock of a file back.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn unlock(file: &File) -> io::Result<()> {
    let mut place = place();
    // SAFETY: the handle is open, and the place lives until the call returns.
    checked(unsafe { UnlockFileEx(file.as_raw_handle(), 0, 1, 0, &raw mut place) })
}

/// The byte that is locked.
fn place() -> OVERLAPPED {
    OVERLAPPED {
        Anonymous: OVERLAPPED_0 {
            Anonymous: OVERLAPPED_0_0 {
                Offset: 0,
                OffsetHigh: BYTE_HIGH,
            },
        },
        ..OVERLAPPED::default()
    }
}

/// Closes a file that has no name any more: on some file systems, its folder cannot be removed as long as it is open.
pub(crate) fn let_go_of_removed(file: &mut Option<File>) {
    *file = None;
}

/// Returns whether an open file has no name any more, or is to lose it when it is closed.
///
/// # Errors
///
/// Where the system does not tell.
pub(crate) fn is_removed(file: &File) -> io::Result<bool> {
    let mut told = FILE_STANDARD_INFO::default();
    let bytes = size_of::<FILE_STANDARD_INFO>() as u32;
    let start = (&raw mut told).cast();
    // SAFETY: the handle is open, and the call fills the structure, whose size it is told.
    checked(unsafe { GetFileInformationByHandleEx(file.as_raw_handle(), FileStandardInfo, start, bytes) })?;
    Ok(told.DeletePending || told.NumberOfLinks == 0)
}

/// Returns true: the owner of a file or folder is not asked for here, and the system decides who may remove it.
pub(crate) fn is_own(_metadata: &Metadata) -> bool {
    true
}

/// Returns the length of a file, which is what it has on its volume unless it is compressed or has holes.
pub(crate) fn space(metadata: &Metadata) -> u64 {
    metadata.len()
}

/// Removes a file or link, and not what a link leads to.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn remove_name(path: &Path, metadata: &Metadata) -> io::Result<()> {
    match metadata.file_type().is_symlink_dir() {
        true => fs::remove_dir(path),
        false => fs::remove_file(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_of_one_handle_and_leaves_the_content_readable() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("owner");
        fs::write(&path, "a notice").unwrap();
        let (one, other) = (File::open(&path).unwrap(), File::open(&path).unwrap());
        assert!(lock(&one).unwrap());
        assert!(!lock(&other).unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"a notice");
        unlock(&one).unwrap();
        assert!(lock(&other).unwrap());
        drop(other);
        assert!(lock(&one).unwrap());
    }

    #[test]
    fn a_file_that_was_removed_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("owner");
        fs::write(&path, "a notice").unwrap();
        let file = File::open(&path).unwrap();
        assert!(!is_removed(&file).unwrap());
        fs::remove_file(&path).unwrap();
        assert!(is_removed(&file).unwrap());
    }
}
