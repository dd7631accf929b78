//! The volume of a path.

use std::io;
use std::path::Path;
use std::ptr::null_mut;

use windows_sys::Win32::Storage::FileSystem::{
    GetDiskFreeSpaceExW, GetDriveTypeW, GetVolumeInformationW, GetVolumeNameForVolumeMountPointW, GetVolumePathNameW,
};
use windows_sys::Win32::System::SystemServices::FILE_READ_ONLY_VOLUME;
use windows_sys::Win32::System::WindowsProgramming::{DRIVE_RAMDISK, DRIVE_REMOTE};

use super::call::{from_units, text, to_units};
use super::{checked, disk};
use crate::platform::{RoomFacts, VolumeFacts};

/// The type of all file systems of other machines: only that they are remote is told for certain.
const REMOTE: &str = "remote";

/// A volume by the folder that it is mounted on.
struct Mount {
    root: Vec<u16>,
    /// The name of its file system, such as `NTFS`.
    name: String,
    flags: u32,
    is_remote: bool,
    is_memory: bool,
}

impl Mount {
    fn of(path: &Path) -> io::Result<Self> {
        let path = to_units(path);
        let mut root = vec![0; path.len() + 8];
        // SAFETY: the path ends with a zero; the call writes no more units than are told.
        checked(unsafe { GetVolumePathNameW(path.as_ptr(), root.as_mut_ptr(), root.len() as u32) })?;
        let mut name = [0; 64];
        let mut flags = 0;
        // SAFETY: the root ends with a zero; the call writes no more units of the name than are told, and one number.
        checked(unsafe {
            GetVolumeInformationW(
                root.as_ptr(),
                null_mut(),
                0,
                null_mut(),
                null_mut(),
                &raw mut flags,
                name.as_mut_ptr(),
                name.len() as u32,
            )
        })?;
        // SAFETY: the root ends with a zero.
        let kind = unsafe { GetDriveTypeW(root.as_ptr()) };
        Ok(Self {
            root,
            name: from_units(&name),
            flags,
            is_remote: kind == DRIVE_REMOTE,
            is_memory: kind == DRIVE_RAMDISK,
        })
    }

    /// Returns the name of its type, in lower case as on other systems.
    fn type_name(&self) -> String {
        match self.is_remote {
            true => REMOTE.to_owned(),
            false => self.name.to_lowercase(),
        }
    }

    fn status(&self) -> io::Result<RoomFacts> {
        let (mut available, mut total, mut free) = (0, 0, 0);
        // SAFETY: the root ends with a zero; the call writes three numbers.
        checked(unsafe { GetDiskFreeSpaceExW(self.root.as_ptr(), &raw mut available, &raw mut total, &raw mut free) })?;
        Ok(RoomFacts {
            total,
            free,
            available,
            inodes: None,
            read_only: self.flags & FILE_READ_ONLY_VOLUME != 0,
        })
    }

    /// Returns the disks that hold it; none where nobody tells.
    fn disks(&self) -> Vec<u32> {
        if self.is_remote {
            return Vec::new();
        }
        let name = text(|buffer, length| {
            // SAFETY: the root ends with a zero; the call writes no more units than the length says.
            unsafe { GetVolumeNameForVolumeMountPointW(self.root.as_ptr(), buffer, *length) }
        });
        // The name of the volume itself has no backslash at its end; with one it is its root folder.
        name.map(|name| disk::disks_of_volume(name.trim_end_matches('\\')))
            .unwrap_or_default()
    }
}

/// Returns the volume of a path; `None` if the system does not tell one.
pub(crate) fn volume(path: &Path) -> Option<VolumeFacts> {
    let mount = Mount::of(path).ok()?;
    Some(VolumeFacts {
        mount_point: from_units(&mount.root),
        fs_type: mount.type_name(),
        room: mount.status().ok(),
        is_remote: mount.is_remote,
        is_memory: mount.is_memory,
        disks: mount.disks(),
    })
}

/// Returns the first disk that holds a path, as [`device_parts`](super::device_parts) takes it apart. Mounts have no
/// numbers here.
///
/// # Errors
///
/// Fails if the path cannot be reached.
pub(crate) fn location(path: &Path) -> io::Result<(Option<u64>, Option<u64>)> {
    std::fs::metadata(path)?;
    let disks = Mount::of(path).map(|mount| mount.disks()).unwrap_or_default();
    let number = |&disk: &u32| u64::from(disk::DISK) << 32 | u64::from(disk);
    Ok((disks.first().map(number), None))
}

/// File systems have names and no numbers here.
pub(crate) fn file_system_magic(_path: &Path) -> Option<u64> {
    None
}

/// Returns the room of the volume of a path.
///
/// # Errors
///
/// Fails if the path cannot be reached.
pub(crate) fn room(path: &Path) -> io::Result<RoomFacts> {
    Mount::of(path)?.status()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_lies_on_a_volume_with_room() {
        let folder = std::env::temp_dir();
        let told = volume(&folder).unwrap();
        let room = told.room.unwrap();
        assert!(room.total > 0 && !room.read_only);
        assert!(!told.fs_type.is_empty());
        assert!(location(&folder.join("nothing of this name")).is_err());
    }
}
