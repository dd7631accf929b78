//! The locks, owners and space of folders that belong to a process.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::windows::fs::FileTypeExt;
use std::path::Path;

use windows_sys::Win32::Storage::FileSystem::{FILE_STANDARD_INFO, FileStandardInfo};

use super::call::information;
use super::locks::{try_lock_file, unlock_file};

/// Locks a file for its handle, alone. Returns `false` if another one has it. The content can still be read.
///
/// # Errors
///
/// The error of the system, such as that the file system has no locks.
pub(crate) fn lock(file: &File) -> io::Result<bool> {
    try_lock_file(file, true)
}

/// Gives the lock of a file back.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn unlock(file: &File) -> io::Result<()> {
    unlock_file(file)
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
    // SAFETY: the structure is that of the class, and has numbers only; its truths are numbers of 8 bits.
    let told: FILE_STANDARD_INFO = unsafe { information(file, FileStandardInfo) }?;
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
    fn a_file_with_a_name_is_not_removed() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(!is_removed(file.as_file()).unwrap());
    }
}
