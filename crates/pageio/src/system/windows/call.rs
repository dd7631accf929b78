//! Calls that name open files, their outcomes, and texts in UTF-16.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::windows::ffi::OsStrExt;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null;

use windows_sys::Win32::Foundation::{ERROR_IO_PENDING, HANDLE};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_FLAGS_AND_ATTRIBUTES, FILE_INFO_BY_HANDLE_CLASS, FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE,
    GetFileInformationByHandleEx, ReOpenFile,
};
use windows_sys::Win32::System::IO::{DeviceIoControl, GetOverlappedResult, OVERLAPPED, OVERLAPPED_0, OVERLAPPED_0_0};
use windows_sys::Win32::System::Threading::CreateEventW;
use windows_sys::core::BOOL;

/// Returns the error of the last call, unless it has returned true.
pub(super) fn checked(returned: BOOL) -> io::Result<()> {
    match returned {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Returns whether an error has a number of the system.
pub(super) fn is_number(error: &io::Error, number: u32) -> bool {
    error.raw_os_error() == Some(number.cast_signed())
}

/// Returns a text with a zero at its end.
pub(super) fn to_units(text: impl AsRef<OsStr>) -> Vec<u16> {
    text.as_ref().encode_wide().chain([0]).collect()
}

/// Returns the text before the first zero.
pub(super) fn from_units(units: &[u16]) -> String {
    let end = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
    String::from_utf16_lossy(&units[..end])
}

/// Makes a call about a place of an open file and waits until it has ended, also where the file is open for overlapped
/// calls. No completion port gets to know of it.
pub(super) fn waited(file: &File, offset: u64, call: impl FnOnce(HANDLE, *mut OVERLAPPED) -> BOOL) -> io::Result<()> {
    // SAFETY: the call takes no pointers but null ones.
    let event = unsafe { CreateEventW(null(), 1, 0, null()) };
    if event.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle is open and nobody else's.
    let _owned = unsafe { OwnedHandle::from_raw_handle(event) };
    let mut overlapped = OVERLAPPED {
        Anonymous: OVERLAPPED_0 {
            Anonymous: OVERLAPPED_0_0 {
                Offset: offset as u32,
                OffsetHigh: (offset >> 32) as u32,
            },
        },
        // The lowest bit keeps the end of the call from completion ports.
        hEvent: event.map_addr(|address| address | 1),
        ..OVERLAPPED::default()
    };
    let handle = file.as_raw_handle();
    match checked(call(handle, &raw mut overlapped)) {
        Err(error) if error.raw_os_error() == Some(ERROR_IO_PENDING.cast_signed()) => {}
        ended => return ended,
    }
    let mut bytes = 0;
    // SAFETY: the structure is that of the call, and lives until the call has ended.
    checked(unsafe { GetOverlappedResult(handle, &raw const overlapped, &raw mut bytes, 1) })
}

/// Sends a control code without an output.
///
/// # Safety
/// `I` must be the input of the code, without pointers.
pub(super) unsafe fn control<I>(file: &File, code: u32, input: &I) -> io::Result<()> {
    waited(file, 0, |handle, overlapped| {
        // SAFETY: the input is as long as is told, and there is no output.
        unsafe {
            DeviceIoControl(
                handle,
                code,
                std::ptr::from_ref(input).cast(),
                size_of::<I>() as u32,
                std::ptr::null_mut(),
                0,
                std::ptr::null_mut(),
                overlapped,
            )
        }
    })
}

/// Returns information about an open file.
///
/// # Safety
/// `T` must be the structure of the class, and every pattern of bytes one of its values.
pub(super) unsafe fn information<T: Default>(file: &File, class: FILE_INFO_BY_HANDLE_CLASS) -> io::Result<T> {
    let mut told = T::default();
    let bytes = size_of::<T>() as u32;
    // SAFETY: the call writes at most as many bytes as are told.
    checked(unsafe { GetFileInformationByHandleEx(file.as_raw_handle(), class, (&raw mut told).cast(), bytes) })?;
    Ok(told)
}

/// Opens once more a file that is open, for another access, whatever its name stands for by now.
pub(super) fn reopened(file: &File, access: u32, flags: FILE_FLAGS_AND_ATTRIBUTES) -> io::Result<File> {
    let shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    // SAFETY: the call takes an open handle and numbers.
    let handle = unsafe { ReOpenFile(file.as_raw_handle(), access, shared, flags) };
    if handle.is_null() || handle == windows_sys::Win32::Foundation::INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the handle is open and nobody else's.
    Ok(unsafe { File::from_raw_handle(handle) })
}
