//! Opening files for transfers, by the flags of `CreateFile` that SASIOTEST uses.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;

use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INVALID_PARAMETER, ERROR_NEGATIVE_SEEK, GENERIC_READ, GENERIC_WRITE,
};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_FLAG_NO_BUFFERING, FILE_FLAG_OVERLAPPED, FILE_FLAG_RANDOM_ACCESS, FILE_FLAG_SEQUENTIAL_SCAN,
    FILE_FLAG_WRITE_THROUGH, FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE,
};

use super::Handle;
use super::call::reopened;
use super::register::file_identity;
use crate::file::opening::Opening;
use crate::method::{Access, Method, WriteSync};

/// Others may read, write, rename and remove a file that is open here, as on other systems.
const SHARED: u32 = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

/// Returns the flags of `CreateFile`.
///
/// Every file is opened for overlapped transfers: scattering and gathering need it, and others that wait are waited
/// for.
fn flags(opening: Opening) -> u32 {
    let hint = match opening.access {
        Access::Sequential => FILE_FLAG_SEQUENTIAL_SCAN,
        Access::Random => FILE_FLAG_RANDOM_ACCESS,
        Access::History => 0,
    };
    let way = match opening.method {
        Method::Cached => hint,
        Method::WriteThrough => hint | FILE_FLAG_WRITE_THROUGH,
        Method::Direct { .. } | Method::Unbuffered => FILE_FLAG_NO_BUFFERING,
    };
    let sync = match opening.sync {
        WriteSync::Nothing => 0,
        WriteSync::Data | WriteSync::All => FILE_FLAG_WRITE_THROUGH,
    };
    FILE_FLAG_OVERLAPPED | way | sync
}

/// Opens a file in a way.
pub(crate) fn open_file(path: &Path, opening: Opening) -> io::Result<File> {
    OpenOptions::new()
        .read(opening.reads)
        .write(opening.writes)
        .create_new(opening.is_new)
        .share_mode(SHARED)
        .custom_flags(flags(opening))
        .open(path)
}

/// Opens a file that is open already, whatever its name stands for by now.
pub(crate) fn open_again(open: &File, opening: Opening) -> io::Result<File> {
    let right = |wanted: bool, right: u32| if wanted { right } else { 0 };
    let rights = right(opening.reads, GENERIC_READ) | right(opening.writes, GENERIC_WRITE);
    reopened(open, rights, flags(opening))
}

/// Returns the file as calls name it.
pub(crate) fn handle(file: &File, opening: Opening) -> Handle {
    Handle::new(file, opening)
}

/// Returns whether an error of opening says that the file system takes no direct transfers.
pub(crate) fn is_direct_refused(error: &io::Error) -> bool {
    is_invalid(error)
}

/// Returns whether an error says that an argument of a call is wrong, such as an address that is not aligned.
pub(crate) fn is_invalid(error: &io::Error) -> bool {
    is(error, ERROR_INVALID_PARAMETER)
}

fn is(error: &io::Error, code: u32) -> bool {
    error.raw_os_error() == i32::try_from(code).ok()
}

fn error_of(code: u32) -> io::Error {
    io::Error::from_raw_os_error(i32::try_from(code).unwrap_or_default())
}

/// Returns the error of a file that is not open for what is asked.
pub(crate) fn refusal_of_file() -> io::Error {
    error_of(ERROR_ACCESS_DENIED)
}

/// Returns the error of a call with a wrong argument.
pub(crate) fn refusal_of_argument() -> io::Error {
    error_of(ERROR_INVALID_PARAMETER)
}

/// Returns the error of an offset that no file can have.
pub(crate) fn refusal_of_offset() -> io::Error {
    error_of(ERROR_NEGATIVE_SEEK)
}

/// Returns whether two open files are the same one. Fails where the system does not tell.
pub(crate) fn is_same_file(one: &File, other: &File) -> io::Result<bool> {
    Ok(file_identity(one)? == file_identity(other)?)
}

/// The order of access is told when a file is opened.
pub(crate) fn advise(_file: &File, _opening: Opening) {}

/// Nothing can be told here.
pub(crate) fn expect(_file: &File, _offset: u64, _bytes: u64) {}
