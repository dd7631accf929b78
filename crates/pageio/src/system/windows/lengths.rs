//! The lengths of files of queues, and the space that is reserved for them.

use std::io;

use windows_sys::Win32::Storage::FileSystem::{FILE_END_OF_FILE_INFO, FileEndOfFileInfo, SetFileInformationByHandle};

use super::Handle;
use super::call::checked;
use crate::transfer::Direction;

/// No call here reserves the space of a part of a file.
pub(crate) fn reserve_part(_file: Handle, _direction: Direction, _offset: u64, _bytes: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Gives a file a length.
pub(crate) fn set_length(file: Handle, bytes: u64) -> io::Result<()> {
    let wanted = FILE_END_OF_FILE_INFO {
        EndOfFile: i64::try_from(bytes).map_err(|_| super::refusal_of_offset())?,
    };
    let size = size_of_val(&wanted) as u32;
    // SAFETY: the file is open as long as its queue; the structure is that of the class, and as long as is told.
    checked(unsafe { SetFileInformationByHandle(file.raw(), FileEndOfFileInfo, (&raw const wanted).cast(), size) })
}
