//! Files that are open, or could be: which ones they are, their locks as a whole, and ranges at offsets.

use std::fs::File;
use std::io;
use std::path::Path;

pub use crate::file_status::FileStatus;
use crate::system;

/// Returns the status of an open file.
///
/// # Errors
///
/// The error of the system.
pub fn status(file: &File) -> io::Result<FileStatus> {
    system::status(file)
}

/// Returns the status of the file or folder at a path; of a link, of what it leads to.
///
/// # Errors
///
/// The error of the system.
pub fn status_at(path: &Path) -> io::Result<FileStatus> {
    system::status_at(path)
}

/// The same; of a link, of itself.
///
/// # Errors
///
/// The error of the system.
pub fn link_status_at(path: &Path) -> io::Result<FileStatus> {
    system::link_status_at(path)
}

/// Returns the device or volume of an open file, and its number there.
///
/// # Errors
///
/// The error of the system.
pub fn identity(file: &File) -> io::Result<(u64, u64)> {
    system::file_identity(file)
}

/// Locks a file as a whole (`flock`; on Windows `LockFileEx`): alone, or shared with others. Returns `false` if another
/// open file has a lock that does not permit it. The file may be read and written all the same. The lock goes when the
/// open file and its clones are closed.
///
/// # Errors
///
/// Fails where the file system has no such locks.
pub fn try_lock(file: &File, alone: bool) -> io::Result<bool> {
    system::try_lock_file(file, alone)
}

/// Gives up the lock of a file as a whole.
///
/// # Errors
///
/// The error of the system.
pub fn unlock(file: &File) -> io::Result<()> {
    system::unlock_file(file)
}

/// Returns whether an open file has no name any more; `false` where the system does not tell.
pub fn is_removed(file: &File) -> bool {
    system::is_removed(file)
}

/// Reads exactly as many bytes, whatever the position of the file is; on Windows, it is another one afterwards.
///
/// # Errors
///
/// The error of the system, and [`io::ErrorKind::UnexpectedEof`] if the file ends before.
pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    system::read_exact_at(file, bytes, offset)
}

/// Writes all bytes, whatever the position of the file is; on Windows, it is another one afterwards.
///
/// # Errors
///
/// The error of the system.
pub fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    system::write_all_at(file, bytes, offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_number_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link, other] = ["a", "b", "c"].map(|name| folder.path().join(name));
        std::fs::write(&path, "abc").unwrap();
        std::fs::write(&other, "abc").unwrap();
        std::fs::hard_link(&path, &link).unwrap();
        let told = status(&File::open(&path).unwrap()).unwrap();
        assert_eq!((told.bytes, told.names), (3, 2));
        assert_eq!(status_at(&link).unwrap(), told);
        assert_eq!(link_status_at(&link).unwrap(), told);
        assert_eq!(
            identity(&File::open(&link).unwrap()).unwrap(),
            (told.device, told.number)
        );
        assert!(!status_at(&other).unwrap().is_same_file(&told));
        let age = std::fs::metadata(&path).unwrap().modified().unwrap();
        let age = age.duration_since(std::time::UNIX_EPOCH).unwrap();
        assert_eq!(told.changed, (age.as_secs() as i64, age.subsec_nanos().into()));
        assert_eq!(
            status_at(&folder.path().join("d")).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
        assert!(status_at(folder.path()).is_ok());
    }

    #[test]
    fn ranges_are_written_and_read_at_offsets() {
        let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
        let file = File::options().read(true).write(true).open(&path).unwrap();
        write_all_at(&file, b"0123456789", 0).unwrap();
        write_all_at(&file, b"ab", 4).unwrap();
        let mut bytes = [0; 4];
        read_exact_at(&file, &mut bytes, 3).unwrap();
        assert_eq!(&bytes, b"3ab6");
        let error = read_exact_at(&file, &mut bytes, 7).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
