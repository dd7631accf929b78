//! Keeps those who change a file in place apart from those who read it.
//!
//! The lock is one on a byte far behind the end of the file (`F_OFD_SETLK`; on Windows `LockFileEx`). It belongs to the
//! open file, is shared by its readers, and goes when the file is closed, also when its process is killed. It is
//! independent of the lock of a [`PageFile`](crate::PageFile).

use std::fs::File;
use std::io;

use crate::system;

/// The use of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileUse {
    /// Reading, beside other readers. The file must be open for reading.
    Reading,
    /// Changing it, alone. The file must be open for writing.
    Changing,
}

/// Locks an open file for a use. Returns `false` if another open file of the same has a lock that does not permit it. A
/// file system without such locks permits everything.
///
/// # Errors
/// Fails where the system does, for example because the file is not open for that use.
pub fn try_lock(file: &File, file_use: FileUse) -> io::Result<bool> {
    system::lock_for_use(file, file_use == FileUse::Changing)
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;

    use super::*;

    #[test]
    fn readers_share_and_who_changes_is_alone() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let open = || OpenOptions::new().read(true).write(true).open(&path);
        let (one, other, third) = (open().unwrap(), open().unwrap(), open().unwrap());
        assert!(try_lock(&one, FileUse::Reading).unwrap());
        assert!(try_lock(&other, FileUse::Reading).unwrap());
        assert!(!try_lock(&third, FileUse::Changing).unwrap());
        // A clone is the same open file.
        let clone = one.try_clone().unwrap();
        drop((one, other));
        assert!(!try_lock(&third, FileUse::Changing).unwrap());
        drop(clone);
        assert!(try_lock(&third, FileUse::Changing).unwrap());
        assert!(!try_lock(&open().unwrap(), FileUse::Reading).unwrap());
    }

    #[test]
    fn a_file_that_is_only_read_cannot_be_locked_to_change_it() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let file = File::open(&path).unwrap();
        assert!(try_lock(&file, FileUse::Changing).is_err());
    }
}
