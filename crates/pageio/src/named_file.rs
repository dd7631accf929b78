//! Files that a person or a program names to be written, for whichever of them: where links on their path lead, and
//! whose they are.
//!
//! A link in a folder that others can write to may be theirs, to make another user's program write to a file of their
//! choice. So may a file in a folder for everybody, to get what is written to it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::system::links;

pub use crate::write_mode::WriteMode;

/// Opens a file to be written, after the checks of [`check`]. What another user puts in its place between them is not
/// followed. A pipe without a reader is not waited for: that fails with `ENXIO`.
///
/// # Errors
///
/// As [`check`], and where it cannot be opened.
pub fn open(path: &Path, writing: WriteMode) -> io::Result<File> {
    links::open(path, writing)
}

/// Checks that a file may be written by its name: as [`check_links`], and an existing file must not be another user's
/// in a folder where everybody can create files but only their owners remove them, such as `/tmp`; one of the folder's
/// owner may be written.
///
/// # Errors
///
/// Fails if it may not.
pub fn check(path: &Path) -> io::Result<()> {
    links::check(path)
}

/// Checks that links on the path of a file that is to be written are permitted, see [`resolve`]. The file may be of any
/// kind.
///
/// # Errors
///
/// Fails if a link cannot be read or leads out of a folder that others can write to.
pub fn check_links(path: &Path) -> io::Result<()> {
    links::check_links(path)
}

/// Returns the path without links of a file that is to be written, which need not exist.
///
/// # Errors
///
/// Fails if a link cannot be read or leads out of a folder that others can write to. The latter is permitted if the
/// link is this user's or root's and others cannot replace it: the folder is not writable for everyone, or has the
/// sticky bit.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    links::resolve(path)
}

/// Creates a folder that is to have such files, and those above it.
///
/// # Errors
///
/// As [`check_links`], and where one cannot be created.
pub fn create_folders(folder: &Path) -> io::Result<()> {
    check_links(folder)?;
    fs::create_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Write};

    use super::*;

    #[test]
    fn files_are_opened_as_they_are_to_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let written = |writing: WriteMode| {
            let mut file = open(&path, writing)?;
            file.write_all(b"x")?;
            drop(file);
            fs::read_to_string(&path)
        };
        let absent = written(WriteMode::AtEndOfExisting).unwrap_err();
        assert_eq!(absent.kind(), ErrorKind::NotFound);
        assert_eq!(written(WriteMode::AtEnd).unwrap(), "x");
        assert_eq!(written(WriteMode::AtEndOfExisting).unwrap(), "xx");
        assert_eq!(written(WriteMode::Anew).unwrap(), "x");
        assert!(check(&path).is_ok() && check_links(&path).is_ok());
        assert!(open(folder.path(), WriteMode::Anew).is_err());
    }

    #[test]
    fn folders_are_created_with_those_above_them() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a").join("b");
        create_folders(&inner).unwrap();
        create_folders(&inner).unwrap();
        assert!(inner.is_dir());
    }

    #[test]
    fn a_path_without_links_need_not_exist() {
        let folder = tempfile::tempdir().unwrap();
        let root = resolve(folder.path()).unwrap();
        assert!(root.is_dir());
        let absent = Path::new("no").join("such").join("file");
        assert_eq!(resolve(&folder.path().join(&absent)).unwrap(), root.join(&absent));
    }
}
