//! The alignment that direct I/O on a file needs.

use std::fs::File;
use std::os::unix::fs::FileTypeExt;

use rustix::fs::{AtFlags, StatxFlags};
use serde::{Deserialize, Serialize};

/// The alignment that direct I/O on a file needs, in bytes. Powers of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alignment {
    /// Of buffers in memory.
    pub memory: u64,
    /// Of offsets and lengths.
    pub offset: u64,
}

/// The alignment that direct I/O needs when the system does not tell: every device today takes 4 KiB.
pub(super) const SAFE_ALIGNMENT: Alignment = Alignment {
    memory: 4096,
    offset: 4096,
};

/// Returns the alignment that the kernel says that direct I/O on a file needs (`STATX_DIOALIGN`, since Linux 6.1).
/// `None` when it says that this file takes none: it may be opened for it, but its transfers would go through the page
/// cache.
pub(super) fn direct_alignment(file: &File) -> Option<Alignment> {
    match rustix::fs::statx(
        file,
        c"",
        AtFlags::EMPTY_PATH,
        StatxFlags::from_bits_retain(libc::STATX_DIOALIGN),
    ) {
        Ok(stat) if stat.stx_mask & libc::STATX_DIOALIGN != 0 => {
            let (memory, offset) = (stat.stx_dio_mem_align, stat.stx_dio_offset_align);
            (memory.is_power_of_two() && offset.is_power_of_two()).then(|| Alignment {
                memory: u64::from(memory),
                offset: u64::from(offset),
            })
        }
        _ => Some(sector_alignment(file).unwrap_or(SAFE_ALIGNMENT)),
    }
}

/// Returns the alignment that direct I/O on a block device needs, by its logical block.
fn sector_alignment(file: &File) -> Option<Alignment> {
    if !file.metadata().ok()?.file_type().is_block_device() {
        return None;
    }
    let sector = rustix::fs::ioctl_blksszget(file).ok()?;
    sector.is_power_of_two().then(|| Alignment {
        memory: SAFE_ALIGNMENT.memory.max(sector.into()),
        offset: sector.into(),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::error::Error;
    use crate::file::{OpenRequest, PageFile};
    use crate::method::Method;

    #[test]
    fn direct_alignment_is_a_power_of_two() {
        let path = tempfile::NamedTempFile::new_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let file = PageFile::open(path.path(), OpenRequest::read(Method::Cached)).unwrap();
        let Alignment { memory, offset } = file.alignment();
        assert!(memory.is_power_of_two() && offset.is_power_of_two());
        // A device of characters is no file at all, so it is never asked for one.
        let null = PageFile::open(Path::new("/dev/null"), OpenRequest::read(Method::Unbuffered));
        assert!(matches!(null, Err(Error::NotAFile { .. })));
    }
}
