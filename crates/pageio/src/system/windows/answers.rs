//! The numbers of the system's errors, and advice about them.

use std::io;

use windows_sys::Win32::Foundation::{
    ERROR_BUSY, ERROR_CALL_NOT_IMPLEMENTED, ERROR_CRC, ERROR_DEVICE_IN_USE, ERROR_INVALID_FUNCTION, ERROR_IO_DEVICE,
    ERROR_LOCK_VIOLATION, ERROR_NO_MEDIA_IN_DRIVE, ERROR_NOT_READY, ERROR_NOT_SUPPORTED, ERROR_PRIVILEGE_NOT_HELD,
    ERROR_SHARING_VIOLATION, ERROR_TOO_MANY_OPEN_FILES, ERROR_USER_MAPPED_FILE, WIN32_ERROR,
};

/// Returns the number of an error that the system gave.
pub(super) fn number(error: &io::Error) -> Option<WIN32_ERROR> {
    error.raw_os_error().map(i32::cast_unsigned)
}

/// Returns whether an error says that the system or the file system has no such call.
pub(super) fn is_unsupported(error: &io::Error) -> bool {
    matches!(
        number(error),
        Some(ERROR_CALL_NOT_IMPLEMENTED | ERROR_INVALID_FUNCTION | ERROR_NOT_SUPPORTED)
    )
}

/// Returns whether the process may open no more files.
pub(crate) fn is_too_many_files(error: &io::Error) -> bool {
    number(error) == Some(ERROR_TOO_MANY_OPEN_FILES)
}

/// Returns the reason of an error, with what to do, where its number says more than its kind.
pub(crate) fn advice(error: &io::Error) -> Option<&'static str> {
    match number(error)? {
        ERROR_SHARING_VIOLATION => Some("another program has it open; end that program or name another"),
        ERROR_LOCK_VIOLATION => Some("another program has locked a part of it; end that program or name another"),
        ERROR_USER_MAPPED_FILE => Some("a program has it in memory; end that program or name another"),
        ERROR_TOO_MANY_OPEN_FILES => Some("too many files are open; close some"),
        ERROR_PRIVILEGE_NOT_HELD => Some("the user lacks a right that this needs; run as an administrator"),
        ERROR_CRC | ERROR_IO_DEVICE => Some("the device reported an error; see the system's event log"),
        ERROR_NOT_READY | ERROR_NO_MEDIA_IN_DRIVE => Some("there is no medium in it"),
        _ => None,
    }
}

/// Returns the reason why a device cannot be opened, with what to do, where the number of the error tells it.
pub(crate) fn reason_of_device(error: &io::Error) -> Option<&'static str> {
    match number(error)? {
        ERROR_BUSY | ERROR_DEVICE_IN_USE | ERROR_SHARING_VIOLATION => Some("it is in use; name another"),
        _ => None,
    }
}

/// Returns whether an error of flushing says that the file keeps nothing that could be flushed. No such file is opened
/// here.
pub(crate) fn has_nothing_to_flush(_error: &io::Error) -> bool {
    false
}

/// Returns whether this process may write files up to a certain size only, which Windows does not know.
pub(crate) fn file_size_is_limited() -> bool {
    false
}

/// Returns the error of a device that fails.
#[cfg(test)]
pub(crate) fn error_of_device() -> io::Error {
    io::Error::from_raw_os_error(ERROR_IO_DEVICE.cast_signed())
}

#[cfg(test)]
mod tests {
    use windows_sys::Win32::Foundation::{ERROR_ACCESS_DENIED, ERROR_DISK_FULL};

    use super::*;
    use crate::error::reason;

    fn reason_of(number: WIN32_ERROR) -> String {
        reason(&io::Error::from_raw_os_error(number.cast_signed()))
    }

    #[test]
    fn reasons_are_one_clear_line() {
        for number in [
            ERROR_ACCESS_DENIED,
            ERROR_DISK_FULL,
            ERROR_SHARING_VIOLATION,
            ERROR_LOCK_VIOLATION,
            ERROR_PRIVILEGE_NOT_HELD,
        ] {
            let text = reason_of(number);
            assert!(text.contains("; ") && !text.contains('\n'), "{text}");
        }
        let text = reason_of(windows_sys::Win32::Foundation::ERROR_DIRECTORY);
        assert!(!text.ends_with(['.', '\n']), "{text}");
    }

    #[test]
    fn a_file_that_is_open_alone_is_in_use() {
        use std::os::windows::fs::OpenOptionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut alone = std::fs::OpenOptions::new();
        let alone = alone.write(true).create_new(true).share_mode(0);
        let _alone = alone.open(&path).unwrap();
        let refused = std::fs::File::open(&path).unwrap_err();
        assert!(reason(&refused).starts_with("another program has it open"));
    }
}
