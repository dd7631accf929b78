//! The status of files.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;

use windows_sys::Win32::Foundation::{
    ERROR_CALL_NOT_IMPLEMENTED, ERROR_INVALID_FUNCTION, ERROR_INVALID_LEVEL, ERROR_INVALID_PARAMETER,
    ERROR_NOT_SUPPORTED, FILETIME,
};
use windows_sys::Win32::Storage::FileSystem::{
    BY_HANDLE_FILE_INFORMATION, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT, FILE_ID_INFO, FileIdInfo,
    GetFileInformationByHandle,
};

use super::call::{checked, information};
use super::thread::hundreds_of_nanoseconds;
use crate::file_status::FileStatus;

/// Seconds from the beginning of the system's time, 1601, to 1970.
const SECONDS_BEFORE_1970: i64 = 11_644_473_600;

/// The errors of file systems that do not tell the long forms of numbers.
const WITHOUT: [u32; 5] = [
    ERROR_CALL_NOT_IMPLEMENTED,
    ERROR_INVALID_FUNCTION,
    ERROR_INVALID_LEVEL,
    ERROR_INVALID_PARAMETER,
    ERROR_NOT_SUPPORTED,
];

/// Returns the status of an open file.
pub(crate) fn status(file: &File) -> io::Result<FileStatus> {
    let mut told = BY_HANDLE_FILE_INFORMATION::default();
    // SAFETY: the handle is open, and the call fills the structure.
    checked(unsafe { GetFileInformationByHandle(file.as_raw_handle(), &raw mut told) })?;
    let joined = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
    let shorter = (
        told.dwVolumeSerialNumber.into(),
        joined(told.nFileIndexHigh, told.nFileIndexLow),
    );
    let (device, number) = long_identity(file)?.unwrap_or(shorter);
    Ok(FileStatus {
        device,
        number,
        bytes: joined(told.nFileSizeHigh, told.nFileSizeLow),
        changed: moment(told.ftLastWriteTime),
        names: told.nNumberOfLinks.into(),
    })
}

/// Returns the volume of a file and its number there, where the file system tells the long forms of these. ReFS needs
/// them; that of its numbers, which has 128 bits, is folded. On NTFS the upper half of it is 0.
///
/// # Errors
///
/// The error of the system, unless it says that there are none: a file has one identity as long as it is there.
fn long_identity(file: &File) -> io::Result<Option<(u64, u64)>> {
    // SAFETY: the structure is that of the class, and has numbers only.
    let told: FILE_ID_INFO = match unsafe { information(file, FileIdInfo) } {
        Ok(told) => told,
        Err(error) => {
            let code = error.raw_os_error().and_then(|code| u32::try_from(code).ok());
            return match code.is_some_and(|code| WITHOUT.contains(&code)) {
                true => Ok(None),
                false => Err(error),
            };
        }
    };
    let number = u128::from_le_bytes(told.FileId.Identifier);
    let upper = (number >> 64) as u64;
    Ok(Some((told.VolumeSerialNumber, number as u64 ^ upper.rotate_left(32))))
}

/// Returns the status of the file or folder at a path; of a link, of what it leads to.
pub(crate) fn status_at(path: &Path) -> io::Result<FileStatus> {
    status(&open(path, 0)?)
}

/// The same; of a link, of itself.
pub(crate) fn link_status_at(path: &Path) -> io::Result<FileStatus> {
    status(&open(path, FILE_FLAG_OPEN_REPARSE_POINT)?)
}

/// Opens a file or folder to be asked, which takes no right to read it.
fn open(path: &Path, flags: u32) -> io::Result<File> {
    OpenOptions::new()
        .access_mode(0)
        .custom_flags(FILE_FLAG_BACKUP_SEMANTICS | flags)
        .open(path)
}

/// Returns seconds and nanoseconds from 1970 to a time.
pub(super) fn moment(time: FILETIME) -> (i64, i64) {
    let units = hundreds_of_nanoseconds(time).cast_signed();
    let (seconds, rest) = (units / 10_000_000, units % 10_000_000);
    (seconds - SECONDS_BEFORE_1970, rest * 100)
}
