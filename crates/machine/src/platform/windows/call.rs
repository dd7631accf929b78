//! Texts in UTF-16, and control codes of devices.

use std::fs::{File, OpenOptions};
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::Path;
use std::ptr::{null, null_mut};

use windows_sys::Win32::Storage::FileSystem::{FILE_SHARE_DELETE, FILE_SHARE_READ, FILE_SHARE_WRITE};
use windows_sys::Win32::System::IO::DeviceIoControl;

/// The most units of a text that is asked for: paths may have 32,767.
const MOST_UNITS: usize = 1 << 15;

/// Returns the text that a call writes, with its length in the second argument.
pub(super) fn text(call: impl FnOnce(*mut u16, *mut u32) -> i32) -> Option<String> {
    let mut units = vec![0; MOST_UNITS];
    let mut length = MOST_UNITS as u32;
    (call(units.as_mut_ptr(), &raw mut length) != 0).then(|| from_units(&units))
}

/// Returns the text before the first zero.
pub(super) fn from_units(units: &[u16]) -> String {
    let end = units.iter().position(|&unit| unit == 0).unwrap_or(units.len());
    String::from_utf16_lossy(&units[..end])
}

/// Returns a text with a zero at its end.
pub(super) fn to_units(text: impl AsRef<std::ffi::OsStr>) -> Vec<u16> {
    use std::os::windows::ffi::OsStrExt;
    text.as_ref().encode_wide().chain([0]).collect()
}

/// Opens a device to ask for its facts, which takes no right to read it.
pub(super) fn open_device(path: impl AsRef<Path>) -> Option<File> {
    OpenOptions::new()
        .access_mode(0)
        .share_mode(FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE)
        .open(path)
        .ok()
}

/// Sends a control code with an input, if any, and returns the output's bytes.
///
/// # Safety
///
/// `I` must be the input of the code, without pointers.
pub(super) unsafe fn control<I>(device: &File, code: u32, input: Option<&I>) -> Option<Vec<u8>> {
    const MOST: usize = 4096;
    // Numbers of 64 bits, so that structures in it are aligned.
    let mut output = vec![0_u64; MOST / 8];
    let mut written = 0;
    let (start, length) = match input {
        Some(input) => (std::ptr::from_ref(input).cast(), size_of::<I>() as u32),
        None => (null(), 0),
    };
    // SAFETY: input and output are as long as is told; the handle is open, and not overlapped.
    let done = unsafe {
        DeviceIoControl(
            device.as_raw_handle(),
            code,
            start,
            length,
            output.as_mut_ptr().cast(),
            MOST as u32,
            &raw mut written,
            null_mut(),
        )
    };
    let bytes: Vec<u8> = output.iter().flat_map(|number| number.to_ne_bytes()).collect();
    (done != 0).then(|| bytes[..(written as usize).min(MOST)].to_vec())
}

/// Returns the structure at the start of bytes; `None` if they are too few.
///
/// # Safety
///
/// Every pattern of bytes must be a `T`.
pub(super) unsafe fn structure<T: Copy>(bytes: &[u8]) -> Option<T> {
    // SAFETY: there are as many bytes, read without alignment; the caller vouches for their pattern.
    (bytes.len() >= size_of::<T>()).then(|| unsafe { bytes.as_ptr().cast::<T>().read_unaligned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_end_before_a_zero() {
        assert_eq!(from_units(&to_units("C:\\")), "C:\\");
        assert_eq!(from_units(&[65, 66]), "AB");
    }
}
