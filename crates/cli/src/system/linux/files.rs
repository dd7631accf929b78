//! Names of files and devices, and their kinds.

use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::Path;

use tempfile::Builder;

/// The device that discards what is written.
pub const NULL: &str = "/dev/null";

/// The folders in which names are not those of files that can be replaced.
const DEVICES: &str = "/dev";
const PROCESSES: &str = "/proc";

/// Returns whether a path, as the user gave it, is a device and no file by its name alone: none is.
pub fn is_device_name(_path: &Path) -> bool {
    false
}

/// Returns whether a path without links is in a folder of devices.
pub fn is_in_folder_of_devices(path: &Path) -> bool {
    [DEVICES, PROCESSES].iter().any(|at| path.starts_with(at))
}

/// Returns whether a path names an open file of a process, whose content is to be kept.
pub fn is_descriptor(path: &Path) -> bool {
    path.starts_with(PROCESSES) || fs::read_link(path).is_ok_and(|link| link.starts_with(PROCESSES))
}

/// Returns whether it is a named pipe.
pub fn is_pipe(file: &Metadata) -> bool {
    file.file_type().is_fifo()
}

/// Returns whether it is a disk.
pub fn is_disk(file: &Metadata) -> bool {
    file.file_type().is_block_device()
}

/// Returns whether a name is that of standard output. `/dev/stdout` must not be opened again: if it is a file, its
/// present content would be lost.
pub fn is_stdout(path: &Path) -> bool {
    let Ok(stdout) = stdout_metadata() else {
        return false;
    };
    fs::metadata(path).is_ok_and(|target| (target.dev(), target.ino()) == (stdout.dev(), stdout.ino()))
}

/// Returns whether what is written to a path, or to standard output without one, is discarded: `/dev/null`.
pub fn discards(path: Option<&Path>) -> bool {
    let null = fs::metadata(NULL).map(|null| null.rdev());
    let target = path.map_or_else(stdout_metadata, fs::metadata);
    matches!((target, null), (Ok(target), Ok(null))
        if target.file_type().is_char_device() && target.rdev() == null)
}

/// Gives a temporary file that takes the place of another the permissions of any new file: less what the user's mask
/// removes.
pub fn permit_as_new<'a, 'b>(temporary: &'a mut Builder<'b, 'b>) -> &'a mut Builder<'b, 'b> {
    temporary.permissions(Permissions::from_mode(0o666))
}

fn stdout_metadata() -> io::Result<Metadata> {
    let stdout = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    stdout.and_then(|stdout| stdout.metadata())
}
