//! Windows.

use std::fs::Metadata;
use std::os::windows::ffi::OsStrExt;
use std::path::Path;

use windows_sys::Win32::Foundation::{GetLastError, NO_ERROR, SetLastError};
use windows_sys::Win32::Storage::FileSystem::{GetCompressedFileSizeW, INVALID_FILE_SIZE};

/// True if names with drives and shares are paths of this system.
pub(crate) const HAS_DRIVES: bool = true;

/// The remark where a thread is to have an ideal processor.
pub(crate) const NO_IDEAL_PROCESSORS: &str =
    "ideal processors are not asked for: threads are bound to those that are named (as without I)";

/// The remark where processors of a group are named.
pub(crate) const NO_GROUPS: &str = "groups of processors are not told apart; numbers are taken as they are";

/// Returns the bytes of a file's volume that hold the file; 0 where the system does not tell.
pub(crate) fn space_of(path: &Path, _metadata: &Metadata) -> u64 {
    let units: Vec<u16> = path.as_os_str().encode_wide().chain([0]).collect();
    let mut high = 0;
    // SAFETY: the call takes no pointers.
    unsafe { SetLastError(NO_ERROR) };
    // SAFETY: the path ends with a zero, and the call writes a number.
    let low = unsafe { GetCompressedFileSizeW(units.as_ptr(), &raw mut high) };
    // SAFETY: the call takes nothing.
    if low == INVALID_FILE_SIZE && unsafe { GetLastError() } != NO_ERROR {
        return 0;
    }
    u64::from(high) << 32 | u64::from(low)
}

/// Returns whether it is a disk. Disks are not found by names of files here.
pub(crate) fn is_block_device(_file: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_space_and_one_that_is_not_there_has_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, [1; 100_000]).unwrap();
        let metadata = path.metadata().unwrap();
        assert!(space_of(&path, &metadata) >= 100_000);
        assert_eq!(space_of(&folder.path().join("none"), &metadata), 0);
    }
}
