//! Linux.

mod own_threads;
pub mod process_files;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, StatVfsMountFlags, StatxFlags};
use rustix::time::{ClockId, Timespec, clock_gettime};

pub(crate) use own_threads::OwnThreadFiles;

use super::{CoreFacts, DiskFacts, MemoryFacts, RoomFacts, VolumeFacts};

/// The folder below which the kernel has its files.
pub(crate) const HOST_ROOT: &str = "/";

/// The kind of the devices that [`disk`] tells of, which are none.
pub(crate) const DISK: u32 = 0;

/// Bytes of a page of memory.
pub(crate) fn page_size() -> usize {
    rustix::param::page_size()
}

/// The unit of processor time in `/proc/stat`.
pub(crate) fn clock_ticks_per_second() -> u64 {
    rustix::param::clock_ticks_per_second()
}

/// The time of `CLOCK_MONOTONIC`.
pub(crate) fn monotonic() -> Duration {
    duration(clock_gettime(ClockId::Monotonic))
}

/// The time of `CLOCK_BOOTTIME`.
pub(crate) fn since_boot() -> Duration {
    duration(clock_gettime(ClockId::Boottime))
}

fn duration(time: Timespec) -> Duration {
    // Neither is negative: the clocks begin at zero.
    Duration::new(
        u64::try_from(time.tv_sec).unwrap_or_default(),
        u32::try_from(time.tv_nsec).unwrap_or_default(),
    )
}

/// The release of `uname(2)`.
pub(crate) fn kernel_release() -> Option<String> {
    Some(rustix::system::uname().release().to_string_lossy().into_owned())
}

/// `/proc` tells it.
pub(crate) fn host_name() -> Option<String> {
    None
}

/// `sysinfo(2)`, for a root without `/proc`.
pub(crate) fn total_memory() -> Option<u64> {
    let told = rustix::system::sysinfo();
    Some(told.totalram.saturating_mul(u64::from(told.mem_unit)))
}

/// `/sys` tells them.
pub(crate) fn cores() -> Option<CoreFacts> {
    None
}

/// `/proc` tells it.
pub(crate) fn memory() -> Option<MemoryFacts> {
    None
}

/// `/proc` tells it.
pub(crate) fn volume(_path: &Path) -> Option<VolumeFacts> {
    None
}

/// `/sys` tells it.
pub(crate) fn disk(_kind: u32, _number: u32) -> Option<DiskFacts> {
    None
}

/// Returns `st_dev` of a path and the number of its mount, from `statx(2)` with `STATX_MNT_ID` (Linux 5.8).
///
/// # Errors
///
/// Fails if the path cannot be reached.
pub(crate) fn location(path: &Path) -> io::Result<(Option<u64>, Option<u64>)> {
    let metadata = fs::metadata(path)?;
    let wanted = StatxFlags::MNT_ID;
    let status = rustix::fs::statx(CWD, path, AtFlags::empty(), wanted).ok();
    let status = status.filter(|status| status.stx_mask & wanted.bits() != 0);
    Ok((Some(metadata.dev()), status.map(|status| status.stx_mnt_id)))
}

/// Returns the driver's number and the device's number in `st_dev`.
pub(crate) fn device_parts(device: u64) -> (u32, u32) {
    (rustix::fs::major(device), rustix::fs::minor(device))
}

/// Returns the magic number of `statfs(2)`.
pub(crate) fn file_system_magic(path: &Path) -> Option<u64> {
    // The field's width and sign differ between architectures; the low 32 bits are the number.
    Some(rustix::fs::statfs(path).ok()?.f_type as u64 & 0xFFFF_FFFF)
}

/// Returns the answers of `statvfs(2)`.
///
/// # Errors
///
/// Fails if the path cannot be reached.
pub(crate) fn room(path: &Path) -> io::Result<RoomFacts> {
    let status = rustix::fs::statvfs(path)?;
    // POSIX counts blocks in fragments; 0 would be a file system that fills only f_bsize.
    let unit = if status.f_frsize > 0 {
        status.f_frsize
    } else {
        status.f_bsize
    };
    Ok(RoomFacts {
        total: status.f_blocks.saturating_mul(unit),
        free: status.f_bfree.saturating_mul(unit),
        available: status.f_bavail.saturating_mul(unit),
        inodes: (status.f_files > 0).then_some((status.f_files, status.f_favail)),
        read_only: status.f_flag.contains(StatVfsMountFlags::RDONLY),
    })
}

/// Returns the names in a folder; none when it cannot be read.
pub(crate) fn folder_names(folder: &Path) -> Vec<String> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = rustix::fs::open(folder, flags, Mode::empty());
    let Ok(entries) = opened.and_then(Dir::new) else {
        return Vec::new();
    };
    entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name != "." && name != "..")
        .collect()
}

/// Returns the bytes of a path as one.
pub(crate) fn os_string(bytes: Vec<u8>) -> OsString {
    OsString::from_vec(bytes)
}
