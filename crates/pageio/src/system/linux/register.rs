//! Files in memory that processes share, and what is written in them.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

use rustix::fs::{MemfdFlags, OFlags, fcntl_setfl, memfd_create};
use rustix::time::{ClockId, clock_gettime};

/// Makes a file in memory without a name, to which each write appends. It goes when it is open nowhere.
pub(crate) fn new_register() -> io::Result<File> {
    let file: File = memfd_create(c"feedrate-cold", MemfdFlags::CLOEXEC)?.into();
    fcntl_setfl(&file, OFlags::APPEND)?;
    Ok(file)
}

/// Returns the path by which other processes open a file of [`new_register`], as long as this process has it open.
pub(crate) fn register_path(file: &File) -> PathBuf {
    format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd()).into()
}

/// Opens the file of another process at its [`register_path`].
pub(crate) fn open_register(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).append(true).open(path)
}

/// Reads exactly as many bytes, whatever the position of the file is.
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(bytes, offset)
}

/// Writes all bytes, whatever the position of the file is.
pub(crate) fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    file.write_all_at(bytes, offset)
}

/// Returns the device of a file, and its number there.
pub(crate) fn file_identity(file: &File) -> io::Result<(u64, u64)> {
    let metadata = file.metadata()?;
    Ok((metadata.dev(), metadata.ino()))
}

/// Returns the path that `OsStr::as_encoded_bytes` made bytes of.
pub(crate) fn path_of_bytes(bytes: Vec<u8>) -> Option<PathBuf> {
    Some(OsString::from_vec(bytes).into())
}

/// Returns the time of day in seconds and nanoseconds, by the clock that file systems note changes by: it ticks every
/// few milliseconds.
pub(crate) fn file_clock() -> (i64, i64) {
    let time = clock_gettime(ClockId::RealtimeCoarse);
    (time.tv_sec, time.tv_nsec)
}
