//! Opening files for transfers, and hints about them.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::Advice;

use super::Handle;
use crate::file::opening::Opening;
use crate::method::{Access, Method, WriteSync};

/// Opens a file in a way.
pub(crate) fn open_file(path: &Path, opening: Opening) -> io::Result<File> {
    let mut flags = libc::O_CLOEXEC;
    flags |= match opening.sync {
        WriteSync::Nothing => 0,
        WriteSync::Data => libc::O_DSYNC,
        WriteSync::All => libc::O_SYNC,
    };
    if opening.method == Method::WriteThrough {
        flags |= libc::O_DSYNC;
    }
    if opening.method.is_direct() {
        flags |= libc::O_DIRECT;
    }
    OpenOptions::new()
        .read(opening.reads)
        .write(opening.writes)
        .create_new(opening.is_new)
        .custom_flags(flags)
        .open(path)
}

/// Opens a file that is open already, whatever its name stands for by now. Fails where the system does not show open
/// files under `/proc`.
pub(crate) fn open_again(open: &File, opening: Opening) -> io::Result<File> {
    let link = PathBuf::from(format!("/proc/self/fd/{}", open.as_raw_fd()));
    open_file(&link, opening)
}

/// Returns the file as calls name it.
pub(crate) fn handle(file: &File, _opening: Opening) -> Handle {
    file.as_raw_fd()
}

/// Returns whether an error of opening says that the file system takes no direct transfers.
pub(crate) fn is_direct_refused(error: &io::Error) -> bool {
    is_invalid(error)
}

/// Returns whether an error says that an argument of a call is wrong, such as an address that is not aligned.
pub(crate) fn is_invalid(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::EINVAL)
}

/// Returns the error of a file that is not open for what is asked.
pub(crate) fn refusal_of_file() -> io::Error {
    io::Error::from_raw_os_error(libc::EBADF)
}

/// Returns the error of a call with a wrong argument.
pub(crate) fn refusal_of_argument() -> io::Error {
    io::Error::from_raw_os_error(libc::EINVAL)
}

/// Returns the error of an offset that no file can have.
pub(crate) fn refusal_of_offset() -> io::Error {
    io::Error::from_raw_os_error(libc::EOVERFLOW)
}

/// Returns whether two open files are the same one. Fails where the system does not tell.
pub(crate) fn is_same_file(one: &File, other: &File) -> io::Result<bool> {
    let (one, other) = (one.metadata()?, other.metadata()?);
    Ok((one.dev(), one.ino()) == (other.dev(), other.ino()))
}

/// Tells the kernel the order of access. It is a hint: a file system that takes none is left alone.
pub(crate) fn advise(file: &File, opening: Opening) {
    let advice = match opening.access {
        Access::Sequential => Advice::Sequential,
        Access::Random => Advice::Random,
        Access::History => Advice::Normal,
    };
    let _ = rustix::fs::fadvise(file, 0, None, advice);
}

/// Tells the kernel that a part is about to be read. It is a hint.
pub(crate) fn expect(file: &File, offset: u64, bytes: u64) {
    let bytes = std::num::NonZeroU64::new(bytes);
    let _ = rustix::fs::fadvise(file, offset, bytes, Advice::WillNeed);
}
