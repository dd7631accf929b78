//! Gives a file a name that no other file has.

use std::fs;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, RenameFlags, linkat};
use rustix::io::Errno;

use crate::error::{Error, Result};

/// Renames a file. Returns `false` if the new name exists.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<bool> {
    rename_to_new(from, to).map_err(|errno| Error::file("rename", from, errno.into()))
}

/// The same with the error of the system.
pub(crate) fn rename_to_new(from: &Path, to: &Path) -> rustix::io::Result<bool> {
    match rustix::fs::renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => return Ok(true),
        Err(Errno::EXIST) => return Ok(false),
        // The file system cannot check and rename atomically.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
        Err(errno) => return Err(errno),
    }
    match linkat(CWD, from, CWD, to, AtFlags::empty()) {
        // A hard link never replaces another file.
        Ok(()) => rustix::fs::unlink(from).map(|()| true),
        Err(Errno::EXIST) => Ok(false),
        // Nor does it support hard links: a file created there from here on is lost.
        Err(_) if fs::symlink_metadata(to).is_ok() => Ok(false),
        Err(_) => rustix::fs::rename(from, to).map(|()| true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rename_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b, c) = (
            folder.path().join("a"),
            folder.path().join("b"),
            folder.path().join("c"),
        );
        fs::write(&a, "a").unwrap();
        fs::write(&b, "b").unwrap();
        assert!(!rename(&a, &b).unwrap());
        assert!(rename(&a, &c).unwrap());
        assert_eq!(fs::read(&b).unwrap(), b"b");
        assert_eq!(fs::read(&c).unwrap(), b"a");
    }
}
