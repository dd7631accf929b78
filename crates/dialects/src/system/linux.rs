//! Linux.

use std::fs::Metadata;
use std::path::Path;

/// True if names with drives and shares are paths of this system.
pub(crate) const HAS_DRIVES: bool = false;

/// The remark where a thread is to have an ideal processor.
pub(crate) const NO_IDEAL_PROCESSORS: &str =
    "Linux has no ideal processors: threads are bound to those that are named (as without I)";

/// The remark where processors of a group are named.
pub(crate) const NO_GROUPS: &str = "Linux has no groups of processors; numbers are taken as they are";

/// Returns the bytes of a file's volume that hold the file.
pub(crate) fn space_of(_path: &Path, metadata: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    metadata.blocks().saturating_mul(512)
}

/// Returns whether it is a disk.
pub(crate) fn is_block_device(file: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    file.file_type().is_block_device()
}
