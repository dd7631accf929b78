//! The numbers of the system's errors, and advice about them.

use std::io;

/// Returns whether the process or the system may open no more files.
pub(crate) fn is_too_many_files(error: &io::Error) -> bool {
    matches!(error.raw_os_error(), Some(libc::EMFILE | libc::ENFILE))
}

/// Returns the reason of an error, with what to do, where its number says more than its kind.
pub(crate) fn advice(error: &io::Error) -> Option<&'static str> {
    match error.raw_os_error()? {
        libc::EMFILE => Some("too many files are open; allow more (ulimit -n)"),
        libc::EIO => Some("the device reported an error (EIO); see the kernel's log"),
        _ => None,
    }
}

/// Returns the reason why a device cannot be opened, with what to do, where the number of the error tells it.
pub(crate) fn reason_of_device(error: &io::Error) -> Option<&'static str> {
    match error.raw_os_error()? {
        libc::EBUSY => Some(
            "it is in use: mounted, swapped to, part of an array or volume, or written by another program; name \
             another",
        ),
        libc::EACCES | libc::EPERM => {
            Some("permission denied; run as root, or as a member of the group that the device belongs to")
        }
        libc::ENXIO | libc::ENODEV => Some("nothing is attached there"),
        libc::ENOMEDIUM => Some("there is no medium in it"),
        _ => None,
    }
}

/// Returns whether an error of flushing says that the file keeps nothing that could be flushed.
pub(crate) fn has_nothing_to_flush(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::EINVAL)
}

/// Returns whether this process may write files up to a certain size only (`RLIMIT_FSIZE`).
pub(crate) fn file_size_is_limited() -> bool {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Fsize).current.is_some()
}

/// Returns the error of a device that fails.
#[cfg(test)]
pub(crate) fn error_of_device() -> io::Error {
    io::Error::from_raw_os_error(libc::EIO)
}
