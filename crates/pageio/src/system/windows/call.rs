//! Texts in UTF-16, and the outcomes of calls.

use std::ffi::OsStr;
use std::io;
use std::os::windows::ffi::OsStrExt;

/// Returns a text with a zero at its end.
pub(super) fn to_units(text: impl AsRef<OsStr>) -> Vec<u16> {
    text.as_ref().encode_wide().chain([0]).collect()
}

/// Returns the text before the first zero.
pub(super) fn from_units(units: &[u16]) -> String {
    let end = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
    String::from_utf16_lossy(&units[..end])
}

/// Returns the error of the last call, unless it returned true.
pub(super) fn checked(returned: i32) -> io::Result<()> {
    match returned {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Returns whether an error has a number of the system.
pub(super) fn is_number(error: &io::Error, number: u32) -> bool {
    error.raw_os_error() == Some(number as i32)
}
