//! Files that may keep their user waiting.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::io::Errno;

/// An open file that a process gives away.
pub(crate) type GivenFile = OwnedFd;

/// Opens a file to be read, not to block unless it is an ordinary one.
///
/// # Errors
///
/// Where it cannot be opened.
pub(crate) fn open_to_read(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    // An ordinary file is opened as ever: the flag would refuse one that another program has a lease
    // on, where waiting for that is right.
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        options.custom_flags(OFlags::NONBLOCK.bits() as i32);
    }
    options.open(path)
}

/// Opens what is known as an ordinary file by its name to be read. It does not block if it is another one by now.
///
/// # Errors
///
/// Where it cannot be opened.
pub(crate) fn open_known_to_read(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let opened = options
        .read(true)
        .custom_flags(OFlags::NONBLOCK.bits() as i32)
        .open(path);
    match opened {
        // Another program has a lease on it, which none has on anything but an ordinary file.
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => File::open(path),
        opened => opened,
    }
}

/// Returns whether a pipe could not be opened to be written since it has no reader yet.
pub(crate) fn lacks_reader(path: &Path, error: &io::Error) -> bool {
    let is_pipe = || fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo());
    error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) && is_pipe()
}

/// Waits a while until something can be read from a file.
///
/// # Errors
///
/// [`io::ErrorKind::WouldBlock`] if nothing can yet; another one if the system does not tell.
pub(crate) fn wait_to_read(file: &File, time: Duration) -> io::Result<()> {
    wait(file, PollFlags::IN, time)
}

/// Waits a while until something can be written to a file.
///
/// # Errors
///
/// [`io::ErrorKind::WouldBlock`] if nothing can yet; another one if the system does not tell.
pub(crate) fn wait_to_write(file: &File, time: Duration) -> io::Result<()> {
    wait(file, PollFlags::OUT, time)
}

fn wait(file: &File, wanted: PollFlags, time: Duration) -> io::Result<()> {
    let timeout = Timespec {
        tv_sec: 0,
        tv_nsec: time.subsec_nanos().into(),
    };
    match poll(&mut [PollFd::new(file, wanted)], Some(&timeout)) {
        Ok(0) | Err(Errno::INTR) => Err(io::ErrorKind::WouldBlock.into()),
        Ok(_) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Writes bytes that are a text if the file is a terminal. Returns the number of those that were written.
///
/// # Errors
///
/// The error of the system.
pub(crate) fn write(mut file: &File, bytes: &[u8]) -> io::Result<usize> {
    file.write(bytes)
}

#[cfg(test)]
mod tests;
