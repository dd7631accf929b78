//! The names of files: giving them others, and what may have one.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::{Access, AtFlags, CWD, OFlags, RenameFlags, accessat, linkat, renameat_with};
use rustix::io::Errno;

/// Folders whose names are not files that could be replaced.
const NO_FILES: [&str; 2] = ["/dev", "/proc"];

/// A folder among them that has ordinary files.
const MEMORY: &str = "/dev/shm";

/// Returns whether a path is in a folder whose names are not files that could be replaced.
pub(crate) fn is_never_replaced(path: &Path) -> bool {
    !path.starts_with(MEMORY) && NO_FILES.iter().any(|folder| path.starts_with(folder))
}

/// Renames a file. Returns `false` if the new name exists.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn rename_to_new(from: &Path, to: &Path) -> io::Result<bool> {
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => return Ok(true),
        Err(Errno::EXIST) => return Ok(false),
        // The file system cannot check and rename atomically.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
        Err(errno) => return Err(errno.into()),
    }
    match linkat(CWD, from, CWD, to, AtFlags::empty()) {
        // A hard link never replaces another file.
        Ok(()) => Ok(rustix::fs::unlink(from).map(|()| true)?),
        Err(Errno::EXIST) => Ok(false),
        // Nor does it support hard links: a file created there from here on is lost.
        Err(_) if fs::symlink_metadata(to).is_ok() => Ok(false),
        Err(_) => Ok(rustix::fs::rename(from, to).map(|()| true)?),
    }
}

/// Renames a file, which replaces another one of the new name.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn replace(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// Exchanges the names of two files. Returns `false` if the file system cannot.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn exchange(one: &Path, other: &Path) -> io::Result<bool> {
    match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
        Ok(()) => Ok(true),
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => Ok(false),
        Err(errno) => Err(errno.into()),
    }
}

/// Returns the error of a name that another file has.
pub(crate) fn error_of_existing() -> io::Error {
    Errno::EXIST.into()
}

/// Checks that this process may write the file at a path, where there is one.
///
/// # Errors
///
/// The error of the system if it may not.
pub(crate) fn check_may_replace(path: &Path) -> io::Result<()> {
    match accessat(CWD, path, Access::WRITE_OK, AtFlags::EACCESS) {
        Ok(()) | Err(Errno::NOENT) => Ok(()),
        Err(errno) => Err(errno.into()),
    }
}

/// Opens the file at a path to be read, and to be written if `writes`, without following a link and without waiting for
/// a pipe.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn open_to_lock(path: &Path, writes: bool) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(writes)
        .custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32)
        .open(path)
}
