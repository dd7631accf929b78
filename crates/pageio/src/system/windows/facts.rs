//! Facts of files by their names.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use windows_sys::Win32::Storage::FileSystem::{
    FILE_FLAG_BACKUP_SEMANTICS, FILE_READ_ATTRIBUTES, FILE_STANDARD_INFO, FileStandardInfo,
};

use super::call::information;
use super::links::without_mark;
use super::register::file_identity;

/// Returns the volume of a file, and its number there.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn identity(path: &Path) -> io::Result<(u64, u64)> {
    file_identity(&opened(path)?)
}

/// Returns the bytes that are allocated to a file.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn space(path: &Path) -> io::Result<u64> {
    // SAFETY: the structure is that of the class, and has numbers only; its truths are numbers of 8 bits.
    let told: FILE_STANDARD_INFO = unsafe { information(&opened(path)?, FileStandardInfo) }?;
    Ok(u64::try_from(told.AllocationSize).unwrap_or_default())
}

/// Opens a file or folder to ask for its facts, which hinders nobody.
fn opened(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .access_mode(FILE_READ_ATTRIBUTES)
        .custom_flags(FILE_FLAG_BACKUP_SEMANTICS)
        .open(path)
}

/// Returns the absolute path without links, in the form that people write (`C:\folder`, `\\server\share`) where it has
/// one.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn without_links(path: &Path) -> io::Result<PathBuf> {
    fs::canonicalize(path).map(|real| without_mark(&real))
}
