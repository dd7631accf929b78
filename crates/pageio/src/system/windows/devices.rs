//! The kinds of files, devices, and what both need of transfers past the page cache.

use std::convert::Infallible;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Component, Path, Prefix};

use windows_sys::Win32::Storage::FileSystem::{FILE_STORAGE_INFO, FileStorageInfo};

use super::call::information;
use crate::device::Kind;
use crate::file::Alignment;

/// The kinds that may be opened where devices may, in words: devices are not moved to and from here.
pub(crate) const ALLOWED_WITH_DEVICES: &str = "a file";

/// Returns the kind of what a path names, without opening devices and pipes, as [`kind_of`] does; `None` if it is not
/// there or cannot be looked at.
pub(crate) fn kind_at(path: &Path) -> Option<Result<Kind, &'static str>> {
    // The system says which names, such as NUL, are those of devices.
    let whole = std::path::absolute(path).ok()?;
    if let Some(other) = other_than_file(&whole) {
        return Some(Err(other));
    }
    let metadata = std::fs::metadata(path).ok()?;
    Some(kind_of(&metadata))
}

/// Returns what an absolute path names by its first part if that is no folder of files, in words.
fn other_than_file(path: &Path) -> Option<&'static str> {
    let Some(Component::Prefix(first)) = path.components().next() else {
        return None;
    };
    let is_pipe = |name: &std::ffi::OsStr| name.eq_ignore_ascii_case("pipe");
    match first.kind() {
        Prefix::DeviceNS(name) if is_pipe(name) => Some("a pipe"),
        Prefix::DeviceNS(_) => Some("a device"),
        Prefix::UNC(_, share) | Prefix::VerbatimUNC(_, share) if is_pipe(share) => Some("a pipe"),
        Prefix::Verbatim(name) if is_pipe(name) => Some("a pipe"),
        _ => None,
    }
}

/// Returns the kind of a file.
///
/// # Errors
/// Its kind in words, where pages are not moved to and from such.
pub(crate) fn kind_of(metadata: &Metadata) -> Result<Kind, &'static str> {
    if metadata.is_dir() {
        Err("a folder")
    } else {
        Ok(Kind::File)
    }
}

/// Returns the bytes of an open file.
pub(crate) fn length(file: &File) -> io::Result<u64> {
    Ok(file.metadata()?.len())
}

/// A device that nobody else uses; there is none, since it cannot be had here.
#[derive(Debug)]
pub(crate) struct HeldDevice(Infallible);

impl HeldDevice {
    /// Refuses to take a device.
    pub(crate) fn new(_path: &Path) -> io::Result<Self> {
        let reason = "devices are not written on Windows; name a file";
        Err(io::Error::new(io::ErrorKind::Unsupported, reason))
    }

    /// Returns whether it is of the device that a path names.
    pub(crate) fn is_of(&self, _path: &Path) -> bool {
        match self.0 {}
    }
}

/// Returns the alignment that direct I/O on a file needs: a logical sector of its volume, and in memory what all
/// devices take.
pub(crate) fn direct_alignment(file: &File) -> Option<Alignment> {
    // SAFETY: the structure is that of the class, and has numbers only.
    let told: io::Result<FILE_STORAGE_INFO> = unsafe { information(file, FileStorageInfo) };
    let sector = told.ok().map(|told| u64::from(told.LogicalBytesPerSector));
    let offset = sector.filter(|sector| sector.is_power_of_two());
    let offset = offset.unwrap_or(Alignment::SAFE.offset);
    Some(Alignment {
        memory: Alignment::SAFE.memory.max(offset),
        offset,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{DeviceHold, Kinds};

    #[test]
    fn names_of_devices_and_pipes_are_refused_without_being_opened() {
        for (name, what) in [
            (r"\\.\PhysicalDrive0", "a device"),
            ("NUL", "a device"),
            (r"\\.\pipe\some", "a pipe"),
            (r"\\server\PIPE\some", "a pipe"),
        ] {
            let refused = Kind::of(Path::new(name), Kinds::FilesAndDevices).unwrap_err();
            assert_eq!(refused.to_string(), format!("{name} is {what}; name a file"));
        }
        assert!(DeviceHold::new(Path::new(r"\\.\PhysicalDrive0")).is_err());
    }

    #[test]
    fn sectors_are_told() {
        let file = tempfile::tempfile().unwrap();
        let Alignment { memory, offset } = direct_alignment(&file).unwrap();
        assert!(memory >= 4096 && memory.is_power_of_two() && offset.is_power_of_two());
    }
}
