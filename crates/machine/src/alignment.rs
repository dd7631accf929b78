//! What direct I/O (`O_DIRECT`) on a file must be aligned to.

use std::os::fd::AsFd;

use rustix::fs::{AtFlags, StatxFlags};
use serde::{Deserialize, Serialize};

use crate::{DeviceNumber, System};

/// Alignment that direct I/O needs, in bytes; powers of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectAlignment {
    /// Of the buffer's address.
    pub memory: u32,
    /// Of the offset in the file and of the length.
    pub offset: u32,
}

/// Whether and how a file takes direct I/O.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DirectIo {
    /// The file system told, through `statx(2)` with `STATX_DIOALIGN` (Linux 6.1).
    Aligned(DirectAlignment),
    /// The file system told that it does not take direct I/O on this file.
    Refused,
    /// The file system does not tell; this is the logical block size of the device beneath, which
    /// most file systems ask for. Only opening the file with `O_DIRECT` shows whether it takes it.
    Assumed(DirectAlignment),
    /// Nobody tells. 4,096 serves on nearly everything.
    Unknown,
}

impl DirectIo {
    /// The alignment, told or assumed.
    pub fn alignment(self) -> Option<DirectAlignment> {
        match self {
            Self::Aligned(alignment) | Self::Assumed(alignment) => Some(alignment),
            Self::Refused | Self::Unknown => None,
        }
    }
}

/// Asks an open regular file of this machine what direct I/O on it needs.
pub fn direct_io(file: impl AsFd) -> DirectIo {
    told_by_file_system(file.as_fd()).unwrap_or_else(|| {
        rustix::fs::fstat(&file)
            .ok()
            .and_then(|stat| {
                assumed_from_device(&System::host(), DeviceNumber::from_raw(stat.st_dev))
            })
            .map_or(DirectIo::Unknown, DirectIo::Assumed)
    })
}

fn told_by_file_system(file: impl AsFd) -> Option<DirectIo> {
    let wanted = StatxFlags::DIOALIGN;
    let told = rustix::fs::statx(file, "", AtFlags::EMPTY_PATH, wanted).ok()?;
    if told.stx_mask & wanted.bits() == 0 {
        return None;
    }
    // Zeroes are the documented way to say no.
    Some(match (told.stx_dio_mem_align, told.stx_dio_offset_align) {
        (0, _) | (_, 0) => DirectIo::Refused,
        (memory, offset) => DirectIo::Aligned(DirectAlignment { memory, offset }),
    })
}

fn assumed_from_device(system: &System, device: DeviceNumber) -> Option<DirectAlignment> {
    let folder = format!("/sys/dev/block/{device}");
    // A partition has no queue of its own; its disk is the folder above.
    let block: u32 = ["queue", "../queue"]
        .iter()
        .find_map(|queue| system.value(format!("{folder}/{queue}/logical_block_size")))?;
    block.is_power_of_two().then_some(DirectAlignment {
        memory: block,
        offset: block,
    })
}
